import { Box, Button, LinearProgress, Stack, Typography } from '@mui/material'
import { useEffect, useRef } from 'react'
import { type Job, type JobState, isUnfinished } from '@/shared/api/jobs'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { counted, formatBytes, formatDateTime, formatNumber } from '@/shared/lib/format'
import { DownloadIcon, RefreshIcon, RestoreIcon } from '@/shared/ui/icons/icons'
import { StatusChip, type StatusTone } from '@/shared/ui/StatusChip'
import { useKind } from '../useKind'

const tones: Record<JobState, StatusTone> = { queued: 'neutral', running: 'info', done: 'success', failed: 'error', cancelled: 'neutral' }

export interface JobActions {
  /** The job with a call in progress. */
  busy: string | undefined
  onDownload: (job: Job) => void
  onCancel: (job: Job) => void
  onRetry: (job: Job) => void
  onUndo: (job: Job) => void
}

/** A job: kind and start, progress or result, and its actions. */
export function JobRow({ job, chosen, ...actions }: { job: Job; chosen: boolean } & JobActions) {
  const { t } = useTranslation()
  const locale = useLocale()
  const kind = useKind()(job)
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (chosen) row.current?.scrollIntoView?.({ block: 'nearest' })
  }, [chosen])
  const moment = (at: string | undefined) => formatDateTime(at, locale)
  return (
    <Box
      component="li"
      ref={row}
      aria-current={chosen || undefined}
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '260px minmax(0, 1fr) 150px' },
        columnGap: 3,
        rowGap: 1,
        alignItems: 'center',
        px: 2,
        py: 1.25,
        borderLeft: '4px solid',
        borderLeftColor: chosen ? 'primary.main' : 'transparent',
        bgcolor: chosen ? 'secondary.light' : undefined,
      }}
    >
      <Box>
        <Stack direction="row" useFlexGap sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
          <Typography component="h2" sx={{ fontWeight: 600, fontSize: 'normal' }}>
            {kind}
          </Typography>
          <StatusChip label={t(job.stopping ? 'jobs.stopping' : `jobs.state.${job.state}`)} tone={job.stopping ? 'warning' : tones[job.state]} />
        </Stack>
        <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
          <time dateTime={job.created_at}>{t('jobs.startedAt', { at: moment(job.created_at) })}</time>
          {job.ended_at && chosen && (
            <>
              {' / '}
              <time dateTime={job.ended_at}>{t('jobs.endedAt', { at: moment(job.ended_at) })}</time>
            </>
          )}
        </Typography>
      </Box>
      <Outcome job={job} kind={kind} />
      <Actions job={job} kind={kind} at={moment(job.created_at)} {...actions} />
    </Box>
  )
}

function Outcome({ job, kind }: { job: Job; kind: string }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const count = { done: formatNumber(job.done, locale), total: formatNumber(job.total, locale) }
  const known = job.total > 0
  const size = job.file && formatBytes(job.file.size, locale)
  return (
    <Stack sx={{ gap: 0.5, minWidth: 0 }}>
      {isUnfinished(job) && (
        <Stack direction="row" sx={{ gap: 1.5, alignItems: 'center' }}>
          <LinearProgress
            aria-label={t('jobs.progress', { kind })}
            variant={known ? 'determinate' : 'indeterminate'}
            value={known ? Math.min(100, (job.done / job.total) * 100) : undefined}
            sx={{ flexGrow: 1, maxWidth: 360, height: 6, borderRadius: 3 }}
          />
          {known && (
            <Typography variant="body2" component="span" sx={{ color: 'text.secondary', whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
              {t('jobs.ofTotal', count)}
            </Typography>
          )}
        </Stack>
      )}
      {job.file && (
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {job.file.name}
          <Box component="span" sx={{ color: 'text.secondary', ml: 1, whiteSpace: 'nowrap' }}>
            {size}
          </Box>
        </Typography>
      )}
      {job.file && (
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {t(isExpired(job) ? 'jobs.expired' : 'jobs.until', { at: formatDateTime(job.file.expires_at, locale) })}
        </Typography>
      )}
      {!isUnfinished(job) && !job.file && known && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('jobs.ofTotal', count)}
        </Typography>
      )}
      {job.trouble && (
        <Typography variant="body2" sx={{ color: 'error.dark' }}>
          {job.trouble.detail}
        </Typography>
      )}
      {job.notes.map((note, i) => (
        <Typography key={i} variant="body2" sx={{ color: 'warning.dark' }}>
          {note.detail}
        </Typography>
      ))}
      {job.left && job.left.length > 0 && <Left job={job} />}
    </Stack>
  )
}

/** The first of the sheets that a job could not change, with the reasons. */
function Left({ job }: { job: Job }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const left = job.left ?? []
  const total = job.left_total ?? left.length
  return (
    <Box component="details" sx={{ fontSize: 'dense' }}>
      <Box component="summary" sx={{ cursor: 'pointer', width: 'fit-content' }}>
        {t('jobs.left', counted(total, locale))}
      </Box>
      <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5, maxHeight: 220, overflow: 'auto' }}>
        {left.map(({ id, name, detail }) => (
          <Box component="li" key={id} sx={{ overflowWrap: 'anywhere' }}>
            {name}
            <Box component="span" sx={{ color: 'text.secondary', ml: 1 }}>
              {detail}
            </Box>
          </Box>
        ))}
      </Box>
      {total > left.length && <Typography variant="caption">{t('jobs.leftMore', counted(total - left.length, locale))}</Typography>}
    </Box>
  )
}

/** The closing of an account can neither be stopped nor restarted here. */
const isClosing = ({ kind }: Job) => kind === 'closing'

const isExpired = ({ file }: Job) => file !== undefined && new Date(file.expires_at).getTime() <= Date.now()

function Actions({ job, kind, at, busy, onDownload, onCancel, onRetry, onUndo }: { job: Job; kind: string; at: string } & JobActions) {
  const { t } = useTranslation()
  const waiting = busy === job.id
  return (
    <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: 'wrap', justifyContent: { md: 'flex-end' } }}>
      {job.file && !isExpired(job) && (
        <Button size="small" variant="outlined" startIcon={<DownloadIcon />} loading={waiting} aria-label={t('jobs.downloadOf', { name: job.file.name })} onClick={() => onDownload(job)}>
          {t('jobs.download')}
        </Button>
      )}
      {job.can_undo && (
        <Button size="small" variant="outlined" startIcon={<RestoreIcon />} loading={waiting} aria-label={t('jobs.undoOf', { kind, at })} onClick={() => onUndo(job)}>
          {t('jobs.undo')}
        </Button>
      )}
      {job.state === 'failed' && !isClosing(job) && (
        <Button size="small" variant="outlined" startIcon={<RefreshIcon />} loading={waiting} aria-label={t('jobs.retryOf', { kind, at })} onClick={() => onRetry(job)}>
          {t('common.retry')}
        </Button>
      )}
      {isUnfinished(job) && !job.stopping && !isClosing(job) && (
        <Button size="small" variant="outlined" color="cancel" aria-label={t('jobs.cancelOf', { kind, at })} onClick={() => onCancel(job)}>
          {t('jobs.cancel')}
        </Button>
      )}
    </Stack>
  )
}
