import { Alert, Typography } from '@mui/material'
import { useTranslation } from 'react-i18next'
import { ApiError } from '@/shared/api/error'
import { useRemoveSheet } from '@/shared/api/removeSheets'
import { deniedText, errorText } from '@/shared/api/report'
import type { WholeSheet } from '@/shared/api/sheets'
import { releaseUnsaved } from '@/shared/lib/unsaved'
import { ConfirmDialog } from '@/shared/ui/ConfirmDialog'
import { notify } from '@/shared/ui/notify'

/** Asks before a sheet is deleted, and names what goes with it. */
export function DeleteDialog({ sheet, onDeleted, onClose }: { sheet: WholeSheet; onDeleted: () => void; onClose: () => void }) {
  const { t } = useTranslation()
  const { mutate, isPending, error } = useRemoveSheet()
  const remove = () =>
    mutate(sheet.id, {
      onSuccess: () => {
        notify({ key: 'record.remove.done', values: { name: sheet.name }, color: 'success' })
        releaseUnsaved('sheet')
        onClose()
        onDeleted()
      },
    })
  return (
    <ConfirmDialog open title={t('record.remove.title')} confirmLabel={t('record.remove.submit')} destructive busy={isPending} onConfirm={remove} onCancel={onClose}>
      <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{sheet.name}</Typography>
      <Typography variant="body2" color="text.secondary" sx={{ mt: 1 }}>
        {t('record.remove.text')}
      </Typography>
      {sheet.attachments.length > 0 && (
        <Typography variant="body2" color="text.secondary">
          {t('record.remove.attachments', { count: sheet.attachments.length })}
        </Typography>
      )}
      {error && (
        <Alert severity="error" sx={{ mt: 2, whiteSpace: 'pre-line' }}>
          {error instanceof ApiError && error.status === 400 ? deniedText(error) : errorText(error, 'update')}
        </Alert>
      )}
    </ConfirmDialog>
  )
}
