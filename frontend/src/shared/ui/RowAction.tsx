import { IconButton, type SvgIconProps } from '@mui/material'
import type { ComponentType } from 'react'
import { Hint } from './Hint'

/** A button of a row: its tooltip says what it does, its name also to what. */
export function RowAction({ title, label, icon: Icon, onClick, disabled = false, tabIndex }: { title: string; label: string; icon: ComponentType<SvgIconProps>; onClick: () => void; disabled?: boolean; tabIndex?: 0 | -1 }) {
  return (
    <Hint title={title}>
      <span>
        <IconButton size="small" aria-label={label} onClick={onClick} disabled={disabled} tabIndex={tabIndex}>
          <Icon fontSize="small" />
        </IconButton>
      </span>
    </Hint>
  )
}
