import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle, LinearProgress, Stack, Typography } from '@mui/material'
import { useId } from 'react'
import type { Chosen } from '@/shared/api/bulk'
import { usePdfCount, useStartPdfs } from '@/shared/api/exports'
import { followFile } from '@/shared/api/followFile'
import { useMe } from '@/shared/api/me'
import { type Filters, toFilter } from '@/shared/filters'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { counted, formatDate, formatNumber } from '@/shared/lib/format'
import { isPlanRefusal, PlanNotice, useHasOption } from '@/shared/ui/Gate'

/** Downloads the PDFs of the shown sheets, within the option and the month's quota. */
export function DownloadDialog({ chosen, filters, onClose }: { chosen: Chosen | undefined; filters: Filters; onClose: () => void }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const company = useMe().company_id
  const titleId = useId()
  const query = chosen && 'sds_ids' in chosen ? { ids: chosen.sds_ids } : toFilter(filters)
  const hasOption = useHasOption('bulk_download')
  const { data, isLoading: counting, error, refetch } = usePdfCount(query, hasOption)
  const { mutate, isPending } = useStartPdfs()
  const lacking = !hasOption || isPlanRefusal(error)
  const renews = formatDate(data?.renews_on, locale)
  const tooMany = data !== undefined && data.count > data.limit
  const usedUp = data !== undefined && data.remaining <= 0
  const submit = () =>
    mutate(query, {
      onSuccess: id => {
        followFile(company, id, 'sheets.download.started')
        onClose()
      },
    })
  return (
    <Dialog open onClose={isPending ? undefined : onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <DialogTitle id={titleId}>{t('sheets.download.title')}</DialogTitle>
      <DialogContent>
        {counting && <LinearProgress aria-label={t('common.loading')} />}
        {lacking && <PlanNotice option="bulk_download" text={isPlanRefusal(error) ? error.detail : undefined} />}
        {error && !lacking && (
          <Alert severity="error" action={<Button color="inherit" size="small" onClick={() => void refetch()}>{t('common.retry')}</Button>}>
            {t('sheets.download.failed')}
          </Alert>
        )}
        {data && (
          <Stack sx={{ gap: 1 }}>
            <Typography>{t('sheets.download.count', counted(data.count, locale))}</Typography>
            {tooMany && <Alert severity="warning">{t('sheets.download.tooMany', { limit: formatNumber(data.limit, locale) })}</Alert>}
            {usedUp ? (
              <Alert severity="info">{t('sheets.download.none', { renews })}</Alert>
            ) : (
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {t('sheets.download.remaining', { remaining: data.remaining, quota: data.quota, renews })}
              </Typography>
            )}
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {t('sheets.export.hint')}
            </Typography>
          </Stack>
        )}
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" color="cancel" onClick={onClose} disabled={isPending}>
          {t(lacking ? 'common.close' : 'common.cancel')}
        </Button>
        {!lacking && (
          <Button variant="contained" onClick={submit} loading={isPending} disabled={!data || data.count === 0 || tooMany || usedUp}>
            {t('sheets.download.submit')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}
