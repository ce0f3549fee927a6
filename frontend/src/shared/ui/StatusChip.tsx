import { Chip } from '@mui/material'
import type { ReactElement } from 'react'
import { Hint } from './Hint'

/** The look of a status. `neutral` is one that needs no action. */
export type StatusTone = 'neutral' | 'info' | 'success' | 'warning' | 'error'

/** A status as a small label; its tooltip, if any, is reachable by keyboard. */
export function StatusChip({ label, tone = 'neutral', tooltip, icon }: { label: string; tone?: StatusTone; tooltip?: string; icon?: ReactElement }) {
  const chip = (
    <Chip
      size="small"
      label={label}
      icon={icon}
      tabIndex={tooltip ? 0 : undefined}
      sx={{ bgcolor: `tone.${tone}.background`, color: `tone.${tone}.color`, fontWeight: 600, '& .MuiChip-icon': { color: 'inherit' } }}
    />
  )
  return tooltip ? <Hint describeChild placement="right" title={tooltip}>{chip}</Hint> : chip
}
