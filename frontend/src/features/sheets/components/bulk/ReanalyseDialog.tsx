import { LinearProgress, TextField, Typography } from '@mui/material'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useReanalyseSheets } from '@/shared/api/bulk'
import { useLocale } from '@/shared/i18n/useLocale'
import { formatNumber } from '@/shared/lib/format'
import { ConfirmDialog } from '@/shared/ui/ConfirmDialog'
import { notify } from '@/shared/ui/notify'

/** Requests another analysis of the selected sheets, with a comment. */
export function ReanalyseDialog({ ids, onClose, onDone }: { ids: readonly string[]; onClose: () => void; onDone: () => void }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const [comment, setComment] = useState('')
  const [done, setDone] = useState(0)
  const { mutate, isPending } = useReanalyseSheets()
  const submit = () =>
    mutate(
      { ids, comment: comment.trim(), onProgress: setDone },
      {
        onSuccess: ({ accepted, failed }) => {
          const values = { n: formatNumber(accepted, locale), failed: formatNumber(failed.length, locale) }
          notify({ key: failed.length > 0 ? 'bulk.reanalysedBut' : 'bulk.reanalysed', values, color: failed.length > 0 ? 'warning' : 'success' })
          onDone()
        },
      },
    )
  return (
    <ConfirmDialog open title={t('bulk.reanalyseTitle', { n: formatNumber(ids.length, locale) })} confirmLabel={t('sds.reanalysis.submit')} busy={isPending} onConfirm={submit} onCancel={onClose}>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
        {t('sds.reanalysis.text')}
      </Typography>
      <TextField label={t('sds.reanalysis.comment')} value={comment} onChange={event => setComment(event.target.value)} multiline minRows={2} fullWidth slotProps={{ htmlInput: { maxLength: 2000 } }} />
      {isPending && <LinearProgress variant="determinate" value={(done / ids.length) * 100} aria-label={t('common.inProgress')} sx={{ mt: 2 }} />}
    </ConfirmDialog>
  )
}
