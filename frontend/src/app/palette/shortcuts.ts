/** The keys of the dashboard, by the part of it where they work, as the help shows them. The texts are `palette.keys.<group>.<name>`. */
export const shortcuts = [
  { group: 'everywhere', keys: { palette: ['Ctrl', 'K'], help: ['?'], notices: ['F6'], close: ['Esc'] } },
  { group: 'list', keys: { search: ['/'], next: ['j'], previous: ['k'], open: ['Enter'], select: ['x'], range: ['Shift', 'X'], clear: ['Esc'] } },
  { group: 'sheet', keys: { following: [']'], preceding: ['['], review: ['n'], confirm: ['c'], section: ['Shift', 'C'], edit: ['e'], delete: ['Delete'], restore: ['r'], save: ['Ctrl', 'S'] } },
] as const satisfies readonly { group: string; keys: Record<string, readonly string[]> }[]
