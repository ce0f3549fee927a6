import { Box, Button, IconButton, LinearProgress, Paper, Slide, Stack, Typography } from '@mui/material'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { paths } from '@/shared/lib/paths'
import { CheckIcon, CloseIcon, UploadIcon, WarningIcon } from '@/shared/ui/icons/icons'
import { isBusy } from './item'
import { percentOf, totalsOf } from './totals'
import { useUploads } from './uploads'

/** How long a success is shown, in milliseconds. */
const stays = 8_000

/** The progress of the uploads, in the corner of every other screen. */
export function UploadPanel() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const items = useUploads()
  const totals = totalsOf(items)
  const busy = items.some(isBusy)
  // Once closed, it stays hidden until something changes.
  const [closed, setClosed] = useState('')
  const outcome = `${totals.done}/${totals.failed}`
  const shown = totals.files > 0 && pathname !== paths.sdsUpload && (busy || closed !== outcome)
  useEffect(() => {
    if (!shown || busy || totals.failed > 0) return
    const timer = setTimeout(() => setClosed(outcome), stays)
    return () => clearTimeout(timer)
  }, [shown, busy, totals.failed, outcome])
  const Icon = busy ? UploadIcon : totals.failed > 0 ? WarningIcon : CheckIcon
  return (
    <Slide in={shown} direction="up" mountOnEnter unmountOnExit>
      <Paper
        component="aside"
        elevation={6}
        aria-label={t('upload.panel.label')}
        sx={{ position: 'fixed', right: 16, bottom: 16, width: 'min(340px, calc(100vw - 32px))', overflow: 'hidden', zIndex: 'fab' }}
      >
        <Stack direction="row" sx={{ alignItems: 'center', gap: 1, pl: 2, pr: 1, pt: 1 }}>
          <Icon fontSize="small" color={totals.failed > 0 && !busy ? 'error' : 'primary'} />
          <Box role="status" sx={{ flexGrow: 1, minWidth: 0 }}>
            <Typography variant="body2" sx={{ fontWeight: 600 }}>
              {busy ? t('upload.panel.running') : t('upload.panel.done', { count: totals.done })}
            </Typography>
            {totals.failed > 0 && (
              <Typography variant="caption" component="p" sx={{ color: 'error.dark' }}>
                {t('upload.panel.failed', { count: totals.failed })}
              </Typography>
            )}
          </Box>
          {busy ? (
            <Typography variant="caption" color="textSecondary">
              {t('upload.panel.files', { done: totals.done, total: totals.files })}
            </Typography>
          ) : (
            <IconButton size="small" aria-label={t('common.close')} onClick={() => setClosed(outcome)}>
              <CloseIcon fontSize="small" />
            </IconButton>
          )}
        </Stack>
        <Stack direction="row" sx={{ px: 1, pb: 0.5, justifyContent: 'flex-end' }}>
          <Button component={Link} to={paths.sdsUpload} size="small">
            {t('upload.panel.open')}
          </Button>
        </Stack>
        <LinearProgress variant="determinate" value={percentOf(totals)} aria-label={t('upload.total')} sx={{ height: 4 }} />
      </Paper>
    </Slide>
  )
}
