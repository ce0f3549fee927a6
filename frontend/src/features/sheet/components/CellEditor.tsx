import { Paper, Popper, type PopperProps } from '@mui/material'
import { type ReactNode, type RefObject, useState } from 'react'

const position: NonNullable<PopperProps['popperOptions']> = { strategy: 'fixed', modifiers: [{ name: 'offset', options: { offset: [0, 2] } }] }

/** A cell is too small for an editor: it opens over the table, but within the drawer, which traps the focus. */
export function CellEditor({ over, children }: { over: RefObject<HTMLElement | null>; children: ReactNode }) {
  const [cell] = useState(() => () => over.current ?? document.body)
  return (
    <Popper open anchorEl={cell} disablePortal placement="bottom-start" popperOptions={position} sx={{ zIndex: 5 }}>
      <Paper elevation={4} sx={{ p: 0.75, width: 'min(360px, 88vw)' }}>
        {children}
      </Paper>
    </Popper>
  )
}
