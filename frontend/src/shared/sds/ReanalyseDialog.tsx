import { Button, Dialog, DialogActions, DialogContent, DialogTitle, TextField, Typography } from '@mui/material'
import { useId, useState } from 'react'
import { ReanalyzeInputBody } from '@/shared/api/rules'
import { useReanalyseSheet } from '@/shared/api/sheets'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { askToClose, releaseUnsaved, useUnsaved } from '@/shared/lib/unsaved'
import { notify } from '@/shared/ui/notify'
import { useTooLong } from '@/shared/ui/useTooLong'

const part = 'reanalysis'

/** Requests another analysis of a sheet, with a comment. */
export function ReanalyseDialog({ sheet, onClose }: { sheet: { id: string; name: string }; onClose: () => void }) {
  const { t } = useTranslation()
  const titleId = useId()
  const [comment, setComment] = useState('')
  const fault = useTooLong()(comment, ReanalyzeInputBody.comment)
  const { mutate, isPending } = useReanalyseSheet()
  // Every navigation closes it: it belongs to the sheet, or to one page of a list.
  useUnsaved(comment.trim() !== '', { part, survives: () => false, discard: () => setComment('') })
  const close = () => void askToClose(part).then(leave => (leave ? onClose() : undefined))
  const submit = () =>
    mutate(
      { sheetId: sheet.id, comment: comment.trim() },
      {
        onSuccess: () => {
          notify({ key: 'messages.reanalysisRequested', color: 'success' })
          releaseUnsaved(part)
          onClose()
        },
      },
    )
  return (
    <Dialog open onClose={isPending ? undefined : close} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <DialogTitle id={titleId}>{t('sds.reanalysis.title')}</DialogTitle>
      <DialogContent>
        <Typography sx={{ mb: 0.5, fontWeight: 600 }}>{sheet.name}</Typography>
        <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
          {t('sds.reanalysis.text')}
        </Typography>
        <TextField
          label={t('sds.reanalysis.comment')}
          value={comment}
          onChange={event => setComment(event.target.value)}
          multiline
          minRows={3}
          fullWidth
          error={fault !== undefined}
          helperText={fault}
        />
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" color="cancel" onClick={close} disabled={isPending}>
          {t('common.cancel')}
        </Button>
        <Button variant="contained" onClick={submit} loading={isPending} disabled={fault !== undefined}>
          {t('sds.reanalysis.submit')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
