import { Stack, Typography } from '@mui/material'
import { type Chosen, useRestoreMatching } from '@/shared/api/bulk'
import { useMe } from '@/shared/api/me'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { counted } from '@/shared/lib/format'
import { ConfirmDialog } from '@/shared/ui/ConfirmDialog'
import { followRestoration } from '../../lib/together'
import { Refused } from './Refused'

interface RestoreDialogProps {
  matching: Extract<Chosen, { filter: unknown }>
  count: number
  onClose: () => void
  onDone: () => void
}

/** Restores all deleted sheets that match, by a job. */
export function RestoreDialog({ matching, count, onClose, onDone }: RestoreDialogProps) {
  const { t } = useTranslation()
  const locale = useLocale()
  const { mutate, isPending, error } = useRestoreMatching()
  const company = useMe().company_id
  const submit = (skip: boolean) =>
    mutate(
      { matching, count, skip },
      {
        onSuccess: ({ job_id }) => {
          followRestoration(company, job_id, locale)
          onDone()
        },
      },
    )
  return (
    <ConfirmDialog open title={t('bulk.restoreTitle', counted(count, locale))} confirmLabel={t('bulk.action.restore')} busy={isPending} onConfirm={() => submit(false)} onCancel={onClose}>
      <Stack sx={{ gap: 2 }}>
        <Typography>{t('bulk.restoreText')}</Typography>
        <Refused error={error} count={count} busy={isPending} skipLabel={t('bulk.skipRestore')} onSkip={() => submit(true)} />
      </Stack>
    </ConfirmDialog>
  )
}
