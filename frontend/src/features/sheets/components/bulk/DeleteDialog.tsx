import { LinearProgress, Typography } from '@mui/material'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Chosen, restoreSheets, useDeleteSheets } from '@/shared/api/bulk'
import { ApiError } from '@/shared/api/error'
import { useMe } from '@/shared/api/me'
import { reportError } from '@/shared/api/queryClient'
import { errorText } from '@/shared/api/report'
import { useLocale } from '@/shared/i18n/useLocale'
import { formatNumber } from '@/shared/lib/format'
import { ConfirmDialog } from '@/shared/ui/ConfirmDialog'
import { FormAlert } from '@/shared/ui/FormAlert'
import { notify } from '@/shared/ui/notify'
import { Denied } from './FilingDialog'

/** Deletes the selected sheets. The notice offers to take it back; later the list of deleted sheets does. */
export function DeleteDialog({ chosen, count, onClose, onDone }: { chosen: Chosen; count: number; onClose: () => void; onDone: () => void }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const [done, setDone] = useState(0)
  const { mutate, isPending, error } = useDeleteSheets()
  const company = useMe().company_id
  const submit = () =>
    mutate(
      { chosen, count, onProgress: setDone },
      {
        onSuccess: ids => {
          const values = { n: formatNumber(ids.length, locale) }
          notify({
            key: 'bulk.deleted',
            values,
            color: 'success',
            action: {
              key: 'bulk.undo',
              run: () =>
                void restoreSheets(company, ids).then(
                  () => notify({ key: 'bulk.restored', values, color: 'success' }),
                  (failure: unknown) => reportError(failure, 'update'),
                ),
            },
          })
          onDone()
        },
      },
    )
  return (
    <ConfirmDialog open title={t('bulk.deleteTitle', { n: formatNumber(count, locale) })} confirmLabel={t('common.delete')} destructive busy={isPending} onConfirm={submit} onCancel={onClose}>
      <Typography>{t('bulk.deleteText')}</Typography>
      {isPending && <LinearProgress variant="determinate" value={Math.min(100, (done / count) * 100)} aria-label={t('bulk.deleting')} sx={{ mt: 2 }} />}
      {error && (
        <FormAlert sx={{ mt: 2 }}>
          {errorText(error, 'update')}
          <Denied error={error instanceof ApiError ? error : null} />
        </FormAlert>
      )}
    </ConfirmDialog>
  )
}
