import Box, { type BoxProps } from '@mui/material/Box'

/** Takes something out of sight, and leaves it to assistive technology. */
export const visuallyHidden = { position: 'absolute', clipPath: 'inset(50%)', width: 1, height: 1, p: 0, m: '-1px', overflow: 'hidden', whiteSpace: 'nowrap' } as const

/** A text for assistive technology alone. */
export function VisuallyHidden({ component = 'span', ...rest }: Pick<BoxProps, 'children' | 'id' | 'role'> & { component?: 'span' | 'div' | 'h2' }) {
  return <Box component={component} {...rest} sx={visuallyHidden} />
}
