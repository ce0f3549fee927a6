import { Paper, Popper, type PopperProps } from '@mui/material'
import { type RefObject, useState } from 'react'
import { type EditorProps, ValueEditor } from './ValueEditor'

interface FieldEditorProps extends EditorProps {
  /** The cell of a table: it is too small for the editor. */
  over?: RefObject<HTMLElement | null>
}

/** Edits a value in its place, or over its cell. */
export function FieldEditor({ over, ...props }: FieldEditorProps) {
  return over ? <CellEditor over={over} {...props} /> : <ValueEditor {...props} />
}

const position: NonNullable<PopperProps['popperOptions']> = { strategy: 'fixed', modifiers: [{ name: 'offset', options: { offset: [0, 2] } }] }

/** Opens over the table, but within the drawer, which traps the focus. */
function CellEditor({ over, ...props }: EditorProps & { over: RefObject<HTMLElement | null> }) {
  const [cell] = useState(() => () => over.current ?? document.body)
  return (
    <Popper open anchorEl={cell} disablePortal placement="bottom-start" popperOptions={position} sx={{ zIndex: 5 }}>
      <Paper elevation={4} sx={{ p: 0.75, width: 'min(360px, 88vw)' }}>
        <ValueEditor {...props} />
      </Paper>
    </Popper>
  )
}
