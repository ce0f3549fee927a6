import { Button, Dialog, DialogActions, DialogContent, DialogTitle, Stack } from '@mui/material'
import { type ReactNode, useId } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useTranslation } from '@/shared/i18n/useTranslation'
import type { RecordForm } from '@/shared/lib/recordForm'
import { askToClose } from '@/shared/lib/unsaved'
import { FormConflicts } from './FormConflicts'

/** The part of the screen of a form in a dialog. */
export const dialogPart = 'dialog'

interface FormDialogProps<F extends FieldValues> {
  title: string
  /** The form, with the part `dialogPart`. */
  edit: RecordForm<F>
  /** The names of the fields, and how their values are read, for conflicts. */
  labels: Record<keyof F & string, string>
  text?: Parameters<typeof FormConflicts<F>>[0]['text']
  submitLabel?: string
  destructive?: boolean
  /** Saving is impossible for another reason. */
  disabled?: boolean
  width?: 'xs' | 'sm' | 'md'
  children: ReactNode
  onClose: () => void
}

/** A form in a dialog: its fields, what keeps it from being saved, and the two ways out; closing asks before input is lost. */
export function FormDialog<F extends FieldValues>({ title, edit, labels, text, submitLabel, destructive = false, disabled = false, width = 'xs', children, onClose }: FormDialogProps<F>) {
  const { t } = useTranslation()
  const titleId = useId()
  const close = () => void askToClose(dialogPart).then(leave => (leave ? onClose() : undefined))
  return (
    <Dialog open onClose={edit.saving ? undefined : close} aria-labelledby={titleId} maxWidth={width} fullWidth>
      <form noValidate onSubmit={edit.submit} style={{ display: 'contents' }}>
        <DialogTitle id={titleId}>{title}</DialogTitle>
        <DialogContent>
          <Stack spacing={2.5} sx={{ mt: 1 }}>
            <FormConflicts edit={edit} labels={labels} text={text} />
            {children}
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button variant="outlined" color="cancel" onClick={close} disabled={edit.saving}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" variant="contained" color={destructive ? 'error' : 'primary'} loading={edit.saving} disabled={edit.blocked || disabled}>
            {submitLabel ?? t('common.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
