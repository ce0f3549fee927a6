/** The keys of the dashboard, by the part of it where they work, as the help shows them. The texts are `palette.keys.<group>.<name>`. */
export const shortcuts = [
  { group: 'everywhere', keys: { palette: ['Ctrl', 'K'], help: ['?'], notices: ['F6'], close: ['Esc'] } },
  { group: 'list', keys: { search: ['/'], next: ['j'], previous: ['k'], open: ['Enter'] } },
  { group: 'sheet', keys: { review: ['n'], confirm: ['c'], edit: ['e'], delete: ['Delete'], restore: ['r'], save: ['Ctrl', 'S'] } },
] as const satisfies readonly { group: string; keys: Record<string, readonly string[]> }[]
