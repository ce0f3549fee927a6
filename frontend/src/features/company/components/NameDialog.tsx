import { zodResolver } from '@hookform/resolvers/zod'
import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { ApiError } from '@/shared/api/error'
import { applyServerErrors } from '@/shared/lib/serverErrors'
import { z } from '@/shared/lib/validation'
import { FormField } from '@/shared/ui/FormField'

/** Saves a name; `mapErrors` shows a failure at the field and tells whether it could. Answers whether it is saved. */
export type SaveName = (name: string, mapErrors: (error: unknown) => boolean) => Promise<boolean>

/** Asks for the name of something new, or a new name. */
export function NameDialog({
  title,
  label,
  name,
  rule,
  onSave,
  onClose,
}: {
  title: string
  label: string
  name: string
  rule: z.ZodType<string, string>
  onSave: SaveName
  onClose: () => void
}) {
  const { t } = useTranslation()
  const titleId = useId()
  const { control, handleSubmit, setError, formState } = useForm<{ name: string }>({
    resolver: zodResolver(z.object({ name: rule })),
    defaultValues: { name },
  })
  const mapErrors = (error: unknown) => {
    if (applyServerErrors(error, setError, ['name'])) return true
    if (!(error instanceof ApiError) || error.status !== 409) return false
    setError('name', { type: 'server', message: error.detail || t('errors.conflict') }, { shouldFocus: true })
    return true
  }
  const submit = async (form: { name: string }) => {
    if (await onSave(form.name, mapErrors)) onClose()
  }
  return (
    <Dialog open onClose={formState.isSubmitting ? undefined : onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <form noValidate onSubmit={handleSubmit(submit)}>
        <DialogTitle id={titleId}>{title}</DialogTitle>
        <DialogContent>
          {/* Opening the dialog is asking for this one field. */}
          {/* eslint-disable-next-line jsx-a11y/no-autofocus */}
          <FormField control={control} name="name" label={label} required autoFocus sx={{ mt: 1 }} />
        </DialogContent>
        <DialogActions>
          <Button variant="outlined" color="cancel" onClick={onClose} disabled={formState.isSubmitting}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={formState.isSubmitting}>
            {t('common.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
