import { Button, Dialog, DialogActions, DialogContent, DialogTitle, Link, Typography } from '@mui/material'
import { useId, useMemo } from 'react'
import { Link as RouterLink } from 'react-router'
import { type PeriodicExport, type PeriodicRun, usePeriodicRuns } from '@/shared/api/periodic'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { formatBytes, formatDateTime } from '@/shared/lib/format'
import { jobPath } from '@/shared/lib/paths'
import { EmptyState } from '@/shared/ui/EmptyState'
import { StatusChip, type StatusTone } from '@/shared/ui/StatusChip'
import { type LocalColumn, LocalTable } from '@/shared/ui/table/LocalTable'

const tones: Record<PeriodicRun['state'], StatusTone> = { queued: 'info', running: 'info', done: 'success', failed: 'error', cancelled: 'neutral' }

/** The runs of a periodic export in the last thirty days. */
export function RunsDialog({ setting, onClose }: { setting: Pick<PeriodicExport, 'id' | 'name'>; onClose: () => void }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const titleId = useId()
  const runs = usePeriodicRuns(setting.id)
  const rows = useMemo(() => runs.data?.map(run => ({ ...run, id: run.job_id })) ?? [], [runs.data])
  const columns = useRunColumns()
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="md" fullWidth>
      <DialogTitle id={titleId}>{t('periodic.runsTitle', { name: setting.name })}</DialogTitle>
      <DialogContent>
        <LocalTable
          label={t('periodic.runs')}
          list={runs}
          rows={rows}
          columns={columns}
          nameOf={({ created_at: at }) => formatDateTime(at, locale)}
          part
          empty={<EmptyState title={t('periodic.noRuns')}>{t('periodic.noRunsText')}</EmptyState>}
        />
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" color="cancel" onClick={onClose}>
          {t('common.close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

type RunRow = PeriodicRun & { id: string }

function useRunColumns(): readonly LocalColumn<RunRow>[] {
  const { t } = useTranslation()
  const locale = useLocale()
  return useMemo(() => {
    const fileOf = ({ file_name: name, file_size: size = 0, expired, mine, job_id: job }: RunRow, tabIndex: 0 | -1) => {
      if (!name) return t('common.notSet')
      const text = `${name} (${formatBytes(size, locale)})`
      if (expired) return t('periodic.expired', { file: text })
      return mine ? (
        <Link component={RouterLink} to={jobPath(job)} tabIndex={tabIndex}>
          {text}
        </Link>
      ) : (
        text
      )
    }
    return [
      { id: 'startedAt', label: t('periodic.run.startedAt'), heads: true, width: 168, compare: (a, b) => a.created_at.localeCompare(b.created_at), firstDirection: 'desc', cell: ({ created_at: at }) => formatDateTime(at, locale) },
      {
        id: 'state',
        label: t('periodic.run.state'),
        minWidth: 110,
        wraps: true,
        card: 'half',
        cell: ({ state, trouble }) => (
          <>
            <StatusChip label={t(`periodic.states.${state}`)} tone={tones[state]} />
            {trouble && (
              <Typography variant="caption" component="p">
                {trouble}
              </Typography>
            )}
          </>
        ),
      },
      { id: 'by', label: t('periodic.run.by'), minWidth: 110, wraps: true, card: 'half', cell: ({ by }) => by.name || t('common.removed') },
      { id: 'file', label: t('periodic.run.file'), flex: 2, minWidth: 200, wraps: true, cell: (run, { tabIndex }) => fileOf(run, tabIndex) },
    ] satisfies LocalColumn<RunRow>[]
  }, [t, locale])
}
