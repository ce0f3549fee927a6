import { Box, Button, Typography } from '@mui/material'
import { useState } from 'react'
import { useMe } from '@/shared/api/me'
import { errorText } from '@/shared/api/report'
import { separateVersions } from '@/shared/api/revisions'
import { useMutation } from '@/shared/api/useMutation'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { ConfirmDialog } from '@/shared/ui/ConfirmDialog'
import { FormAlert } from '@/shared/ui/FormAlert'
import { notify } from '@/shared/ui/notify'
import { useSheetContext } from '../context'

/** Makes the open sheet another one than its older versions, after asking. */
export function SeparateVersion() {
  const { t } = useTranslation()
  const { sheet, mayEdit } = useSheetContext()
  const company = useMe().company_id
  const [asking, setAsking] = useState(false)
  const { mutate, isPending, error, reset } = useMutation({ meta: { ownErrors: 'all' }, mutationFn: () => separateVersions(company, sheet.id) })
  if (!sheet.older_id || !mayEdit) return null
  const close = () => {
    setAsking(false)
    reset()
  }
  const separate = () =>
    mutate(undefined, {
      onSuccess: () => {
        notify({ key: 'revision.separated', color: 'success' })
        close()
      },
    })
  return (
    <Box sx={{ mt: 0.5, textAlign: 'right' }}>
      <Button size="small" color="cancel" onClick={() => setAsking(true)}>
        {t('revision.separate.open')}
      </Button>
      <ConfirmDialog open={asking} title={t('revision.separate.title')} confirmLabel={t('revision.separate.submit')} busy={isPending} onConfirm={separate} onCancel={close}>
        <Typography variant="body2">{t('revision.separate.text')}</Typography>
        {error && <FormAlert sx={{ mt: 2 }}>{errorText(error, 'update')}</FormAlert>}
      </ConfirmDialog>
    </Box>
  )
}
