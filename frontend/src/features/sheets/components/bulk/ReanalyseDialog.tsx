import { Stack, TextField, Typography } from '@mui/material'
import { useState } from 'react'
import { type Chosen, useReanalyseSheets } from '@/shared/api/bulk'
import { useMe } from '@/shared/api/me'
import { ReanalyzeInputBody } from '@/shared/api/rules'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { counted } from '@/shared/lib/format'
import { askToClose, releaseUnsaved, useUnsaved } from '@/shared/lib/unsaved'
import { ConfirmDialog } from '@/shared/ui/ConfirmDialog'
import { useTooLong } from '@/shared/ui/useTooLong'
import { followReanalysis } from '../../lib/together'
import { Refused } from './Refused'

const part = 'reanalysis'

/** Has the selected sheets analyzed again by a job, with a comment. */
export function ReanalyseDialog({ chosen, count, onClose, onDone }: { chosen: Chosen; count: number; onClose: () => void; onDone: () => void }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const [comment, setComment] = useState('')
  const fault = useTooLong()(comment, ReanalyzeInputBody.comment)
  const { mutate, isPending, error } = useReanalyseSheets()
  const company = useMe().company_id
  useUnsaved(comment.trim() !== '', { part, survives: () => false, discard: () => setComment('') })
  const close = () => void askToClose(part).then(leave => (leave ? onClose() : undefined))
  const submit = (skip: boolean) =>
    mutate(
      { chosen, count, comment: comment.trim(), skip },
      {
        onSuccess: ({ job_id, sheets, skipped }) => {
          followReanalysis(company, job_id, sheets, skipped, locale)
          releaseUnsaved(part)
          onDone()
        },
      },
    )
  return (
    <ConfirmDialog open title={t('bulk.reanalyseTitle', counted(count, locale))} confirmLabel={t('sds.reanalysis.submit')} busy={isPending} disabled={fault !== undefined} onConfirm={() => submit(false)} onCancel={close}>
      <Stack sx={{ gap: 2 }}>
        <Typography variant="body2" color="textSecondary">
          {t('sds.reanalysis.text')}
          {t('bulk.reanalyseText')}
        </Typography>
        <TextField label={t('sds.reanalysis.comment')} value={comment} onChange={event => setComment(event.target.value)} multiline minRows={2} fullWidth error={fault !== undefined} helperText={fault} />
        <Refused error={error} count={count} busy={isPending} skipLabel={t('bulk.skipReanalyse')} onSkip={() => submit(true)} />
      </Stack>
    </ConfirmDialog>
  )
}
