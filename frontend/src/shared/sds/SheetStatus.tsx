import { CircularProgress } from '@mui/material'
import { useTranslation } from 'react-i18next'
import type { RevisionStatus, SheetRow, StatusGroup } from '@/shared/api/sheets'
import { StatusChip, type StatusTone } from '@/shared/ui/StatusChip'

const tones: Record<StatusGroup, StatusTone> = {
  pre_analysis: 'neutral',
  analyzing: 'info',
  completed: 'success',
  impossible: 'error',
  reconfirmation: 'warning',
  check: 'warning',
}

/** Where the sheet is in its analysis; turning while it is analysed, with the reason where it was not possible. */
export function AnalysisStatus({ sheet }: { sheet: Pick<SheetRow, 'status_group' | 'reason'> }) {
  const { t } = useTranslation()
  const { status_group: group, reason } = sheet
  return (
    <StatusChip
      label={t(`sds.status.${group}`)}
      tone={tones[group]}
      tooltip={reason?.detail}
      icon={group === 'analyzing' ? <CircularProgress size={12} thickness={6} color="inherit" aria-hidden role="presentation" sx={{ ml: '8px !important' }} /> : undefined}
    />
  )
}

const revisionTones: Record<Exclude<RevisionStatus, ''>, StatusTone> = {
  OLD: 'neutral',
  NEED_REVISION: 'error',
  REVISED: 'success',
  SUPPLIER_CONFIRMED: 'info',
}

/** Whether the sheet is still the one to work with; nothing where it has no date to judge by. */
export function RevisionStatusChip({ status }: { status: RevisionStatus }) {
  const { t } = useTranslation()
  if (status === '') return null
  return <StatusChip label={t(`sds.revision.${status}`)} tone={revisionTones[status]} tooltip={t(`sds.revisionHelp.${status}`)} />
}
