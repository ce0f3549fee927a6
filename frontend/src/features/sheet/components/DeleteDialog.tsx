import { Typography } from '@mui/material'
import { restoreSheets, useDeleteSheets } from '@/shared/api/bulk'
import { ApiError } from '@/shared/api/error'
import { useMe } from '@/shared/api/me'
import { reportError } from '@/shared/api/queryClient'
import { deniedText, errorText } from '@/shared/api/report'
import type { WholeSheet } from '@/shared/api/sheets'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { releaseUnsaved } from '@/shared/lib/unsaved'
import { ConfirmDialog } from '@/shared/ui/ConfirmDialog'
import { FormAlert } from '@/shared/ui/FormAlert'
import { notify } from '@/shared/ui/notify'

/** Asks before a sheet is deleted, and names what goes with it. The notice offers to take it back. */
export function DeleteDialog({ sheet, onDeleted, onClose }: { sheet: WholeSheet; onDeleted: () => void; onClose: () => void }) {
  const { t } = useTranslation()
  const company = useMe().company_id
  const { mutate, isPending, error } = useDeleteSheets()
  const values = { name: sheet.name }
  const restore = () =>
    void restoreSheets(company, [sheet.id]).then(
      () => notify({ key: 'record.remove.restored', values, color: 'success' }),
      (failure: unknown) => reportError(failure, 'update'),
    )
  const remove = () =>
    mutate(
      { chosen: { sds_ids: [sheet.id] }, count: 1 },
      {
        onSuccess: () => {
          notify({ key: 'record.remove.done', values, color: 'success', action: { key: 'record.remove.undo', run: restore } })
          releaseUnsaved('sheet')
          onClose()
          onDeleted()
        },
      },
    )
  return (
    <ConfirmDialog open title={t('record.remove.title')} confirmLabel={t('record.remove.submit')} destructive busy={isPending} onConfirm={remove} onCancel={onClose}>
      <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{sheet.name}</Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
        {t('record.remove.text')}
      </Typography>
      {sheet.attachments.length > 0 && (
        <Typography variant="body2" color="textSecondary">
          {t('record.remove.attachments', { count: sheet.attachments.length })}
        </Typography>
      )}
      {error && (
        <FormAlert sx={{ mt: 2 }}>
          {error instanceof ApiError && error.status === 400 ? deniedText(error) : errorText(error, 'update')}
        </FormAlert>
      )}
    </ConfirmDialog>
  )
}
