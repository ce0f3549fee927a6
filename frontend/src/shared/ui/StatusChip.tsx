import { Chip, Tooltip } from '@mui/material'
import type { ReactElement } from 'react'

/** The look of a status. `neutral` is one that needs no action. */
export type StatusTone = 'neutral' | 'info' | 'success' | 'warning' | 'error'

// Light backgrounds with dark text: every pair has a contrast of at least 4.5.
const tones: Record<StatusTone, { background: string; color: string }> = {
  neutral: { background: '#ECEFF1', color: '#37474F' },
  info: { background: '#E3F0FB', color: '#0B4F8A' },
  success: { background: '#D9F2E9', color: '#045540' },
  warning: { background: '#FFF0D6', color: '#7A4400' },
  error: { background: '#F2D9D8', color: '#9B1C1C' },
}

/** A status as a small label; its tooltip, if any, is reachable by keyboard. */
export function StatusChip({ label, tone = 'neutral', tooltip, icon }: { label: string; tone?: StatusTone; tooltip?: string; icon?: ReactElement }) {
  const { background, color } = tones[tone]
  const chip = (
    <Chip
      size="small"
      label={label}
      icon={icon}
      tabIndex={tooltip ? 0 : undefined}
      sx={{ backgroundColor: background, color, fontWeight: 600, '& .MuiChip-icon': { color: 'inherit' } }}
    />
  )
  return tooltip ? <Tooltip describeChild title={tooltip}>{chip}</Tooltip> : chip
}
