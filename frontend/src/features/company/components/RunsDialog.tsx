import { Button, Dialog, DialogActions, DialogContent, DialogTitle, Link, Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import { type PeriodicExport, type PeriodicRun, usePeriodicRuns } from '@/shared/api/periodic'
import { useLocale } from '@/shared/i18n/useLocale'
import { formatBytes, formatDateTime } from '@/shared/lib/format'
import { jobPath } from '@/shared/lib/paths'
import { EmptyState } from '@/shared/ui/EmptyState'
import { ListState } from '@/shared/ui/ListState'
import { StatusChip, type StatusTone } from '@/shared/ui/StatusChip'

const tones: Record<PeriodicRun['state'], StatusTone> = { queued: 'info', running: 'info', done: 'success', failed: 'error', cancelled: 'neutral' }

/** The runs of a periodic export in the last thirty days. */
export function RunsDialog({ setting, onClose }: { setting: Pick<PeriodicExport, 'id' | 'name'>; onClose: () => void }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const titleId = useId()
  const runs = usePeriodicRuns(setting.id)
  const fileOf = ({ file_name: name, file_size: size = 0, expired, mine, job_id: job }: PeriodicRun) => {
    if (!name) return t('common.notSet')
    const text = `${name} (${formatBytes(size, locale)})`
    if (expired) return t('periodic.expired', { file: text })
    return mine ? (
      <Link component={RouterLink} to={jobPath(job)}>
        {text}
      </Link>
    ) : (
      text
    )
  }
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="md" fullWidth>
      <DialogTitle id={titleId}>{t('periodic.runsTitle', { name: setting.name })}</DialogTitle>
      <DialogContent>
        <ListState list={runs} empty={runs.data?.length === 0 && <EmptyState title={t('periodic.noRuns')}>{t('periodic.noRunsText')}</EmptyState>}>
          <Table size="small" aria-label={t('periodic.runs')}>
            <TableHead>
              <TableRow>
                {(['startedAt', 'state', 'by', 'file'] as const).map(name => (
                  <TableCell key={name}>{t(`periodic.run.${name}`)}</TableCell>
                ))}
              </TableRow>
            </TableHead>
            <TableBody>
              {runs.data?.map(run => (
                <TableRow key={run.job_id}>
                  <TableCell sx={{ whiteSpace: 'nowrap' }}>{formatDateTime(run.created_at, locale)}</TableCell>
                  <TableCell>
                    <StatusChip label={t(`periodic.states.${run.state}`)} tone={tones[run.state]} />
                    {run.trouble && (
                      <Typography variant="caption" component="p">
                        {run.trouble}
                      </Typography>
                    )}
                  </TableCell>
                  <TableCell>{run.by.name || t('common.removed')}</TableCell>
                  <TableCell sx={{ overflowWrap: 'anywhere' }}>{fileOf(run)}</TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </ListState>
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" color="cancel" onClick={onClose}>
          {t('common.close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
