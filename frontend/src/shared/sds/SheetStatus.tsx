import { CircularProgress } from '@mui/material'
import type { RevisionStatus, SheetRow, StatusGroup } from '@/shared/api/sheets'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { StatusChip, type StatusTone } from '@/shared/ui/StatusChip'

const tones: Record<StatusGroup, StatusTone> = {
  pre_analysis: 'neutral',
  analyzing: 'info',
  completed: 'success',
  impossible: 'error',
  reconfirmation: 'warning',
  check: 'warning',
}

/** The state of a sheet's analysis, animated while it runs; with the reason if it failed. */
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

/** The revision status of a sheet; nothing if it has no date to derive it from. */
export function RevisionStatusChip({ status }: { status: RevisionStatus }) {
  const { t } = useTranslation()
  if (status === '') return null
  return <StatusChip label={t(`sds.revision.${status}`)} tone={revisionTones[status]} tooltip={t(`sds.revisionHelp.${status}`)} />
}
