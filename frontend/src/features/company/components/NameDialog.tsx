import { zodResolver } from '@hookform/resolvers/zod'
import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material'
import { useId, useMemo } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { ApiError } from '@/shared/api/error'
import { useSaveOnLeave } from '@/shared/lib/formGuard'
import { applyServerErrors } from '@/shared/lib/serverErrors'
import { z } from '@/shared/lib/validation'
import { askToClose } from '@/shared/lib/unsaved'
import { useVersionedForm } from '@/shared/lib/versionedForm'
import { FormConflicts } from '@/shared/ui/FormConflicts'
import { FormField } from '@/shared/ui/FormField'

/**
 * Saves a name, over the version of the renamed item; `mapErrors` shows a failure at the field and reports
 * whether it could. Returns whether it was saved.
 */
export type SaveName = (name: string, mapErrors: (error: unknown) => boolean, version: number) => Promise<boolean>

/** Asks for the name of a new item, or a new name. */
export function NameDialog({
  title,
  label,
  item,
  deleted = false,
  rule,
  onSave,
  onClose,
}: {
  title: string
  label: string
  /** The renamed item as stored; omitted for a new one. */
  item?: { name: string; version: number }
  /** Another user has deleted it meanwhile. */
  deleted?: boolean
  rule: z.ZodType<string, string>
  onSave: SaveName
  onClose: () => void
}) {
  const { t } = useTranslation()
  const titleId = useId()
  const name = item?.name ?? ''
  const stored = useMemo(() => ({ version: item?.version ?? 0, values: { name } }), [item?.version, name])
  const form = useForm<{ name: string }>({ resolver: zodResolver(z.object({ name: rule })), defaultValues: stored.values })
  const { control, setError, formState } = form
  const edit = useVersionedForm(form, stored)
  const blocked = deleted || edit.conflicts.length > 0
  const mapErrors = (error: unknown) => {
    if (applyServerErrors(error, setError, ['name'])) return true
    if (!(error instanceof ApiError) || error.status !== 409) return false
    setError('name', { type: 'server', message: error.detail || t('errors.conflict') }, { shouldFocus: true })
    return true
  }
  const submit = useSaveOnLeave('dialog', form, ({ name }) => onSave(name, mapErrors, edit.version), blocked, onClose)
  const close = () => void askToClose('dialog').then(leave => (leave ? onClose() : undefined))
  return (
    <Dialog open onClose={formState.isSubmitting ? undefined : close} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <form noValidate onSubmit={submit}>
        <DialogTitle id={titleId}>{title}</DialogTitle>
        <DialogContent>
          {deleted ? <Alert severity="error">{t('unsaved.conflict.deleted')}</Alert> : <FormConflicts edit={edit} labels={{ name: label }} />}
          {/* Opening the dialog is asking for this one field. */}
          {/* eslint-disable-next-line jsx-a11y/no-autofocus */}
          <FormField control={control} name="name" label={label} required autoFocus sx={{ mt: 1 }} />
        </DialogContent>
        <DialogActions>
          <Button variant="outlined" color="cancel" onClick={close} disabled={formState.isSubmitting}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={formState.isSubmitting} disabled={blocked}>
            {t('common.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
