import { LinearProgress, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { type Chosen, useDeleteSheets } from '@/shared/api/bulk'
import { useMe } from '@/shared/api/me'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { counted } from '@/shared/lib/format'
import { ConfirmDialog } from '@/shared/ui/ConfirmDialog'
import { followDeletion, notifyDeleted } from '../../lib/together'
import { Refused } from './Refused'

/** Deletes the selected sheets, many of them by a job. A notice offers to take it back; later the list of jobs and that of deleted sheets do. */
export function DeleteDialog({ chosen, count, onClose, onDone }: { chosen: Chosen; count: number; onClose: () => void; onDone: () => void }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const [done, setDone] = useState(0)
  const { mutate, isPending, error } = useDeleteSheets()
  const company = useMe().company_id
  const submit = (skip: boolean) =>
    mutate(
      { chosen, count, skip, onProgress: setDone },
      {
        onSuccess: ({ deleted, skipped, job }) => {
          if (job) followDeletion(company, job, count - skipped, locale)
          else notifyDeleted(company, deleted, skipped, locale)
          onDone()
        },
      },
    )
  return (
    <ConfirmDialog open title={t('bulk.deleteTitle', counted(count, locale))} confirmLabel={t('common.delete')} destructive busy={isPending} onConfirm={() => submit(false)} onCancel={onClose}>
      <Stack sx={{ gap: 2 }}>
        <Typography>{t('bulk.deleteText')}</Typography>
        {isPending && <LinearProgress variant={done > 0 ? 'determinate' : 'indeterminate'} value={Math.min(100, (done / count) * 100)} aria-label={t('bulk.deleting')} />}
        <Refused error={error} count={count} busy={isPending} skipLabel={t('bulk.skipDelete')} onSkip={() => submit(true)} />
      </Stack>
    </ConfirmDialog>
  )
}
