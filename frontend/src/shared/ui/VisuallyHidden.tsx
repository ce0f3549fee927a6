import Box, { type BoxProps } from '@mui/material/Box'

/** Takes something out of sight, and leaves it to assistive technology. A bare 1 would be all of the width: the page would be wider than the screen. */
export const visuallyHidden = { position: 'absolute', clipPath: 'inset(50%)', width: '1px', height: '1px', p: 0, m: '-1px', overflow: 'hidden', whiteSpace: 'nowrap' } as const

/** A text for assistive technology alone. */
export function VisuallyHidden({ component = 'span', ...rest }: Pick<BoxProps, 'children' | 'id' | 'role'> & { component?: 'span' | 'div' | 'h2' }) {
  return <Box component={component} {...rest} sx={visuallyHidden} />
}
