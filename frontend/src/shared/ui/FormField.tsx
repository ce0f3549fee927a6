import { IconButton, InputAdornment, TextField, type TextFieldProps } from '@mui/material'
import { useState } from 'react'
import { type Control, type FieldError, type FieldPath, type FieldValues, useController } from 'react-hook-form'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { parseMessageKey } from '@/shared/lib/messageKey'
import { Hint } from './Hint'
import { HiddenIcon, VisibleIcon } from './icons/icons'

/** The text of a field's error: a rule's message key translated, a server's text unchanged. */
export function useFieldErrorText(error: FieldError | undefined): string | undefined {
  const { t } = useTranslation()
  if (!error?.message) return undefined
  if (error.type === 'server') return error.message
  const { key, values } = parseMessageKey(error.message)
  return t(key, values)
}

export interface FormFieldProps<F extends FieldValues> extends Omit<TextFieldProps, 'name' | 'value' | 'onChange' | 'onBlur' | 'error' | 'ref' | 'inputRef'> {
  control: Control<F>
  name: FieldPath<F>
}

/** A text field bound to a form, with its error below it. */
export function FormField<F extends FieldValues>({ control, name, helperText, slotProps, ...rest }: FormFieldProps<F>) {
  const { field, fieldState } = useController({ control, name })
  const error = useFieldErrorText(fieldState.error)
  const { ref, value, ...bound } = field
  return (
    <TextField
      {...rest}
      {...bound}
      value={value ?? ''}
      inputRef={ref}
      error={Boolean(error)}
      helperText={error ?? helperText}
      slotProps={slotProps}
      fullWidth
    />
  )
}

/** A password field whose content can be shown. */
export function PasswordField<F extends FieldValues>(props: FormFieldProps<F>) {
  const { t } = useTranslation()
  const [visible, setVisible] = useState(false)
  const label = t(visible ? 'common.hidePassword' : 'common.showPassword')
  return (
    <FormField
      {...props}
      type={visible ? 'text' : 'password'}
      slotProps={{
        input: {
          endAdornment: (
            <InputAdornment position="end">
              <Hint title={label}>
                <IconButton aria-label={label} aria-pressed={visible} edge="end" onClick={() => setVisible(!visible)}>
                  {visible ? <HiddenIcon fontSize="small" /> : <VisibleIcon fontSize="small" />}
                </IconButton>
              </Hint>
            </InputAdornment>
          ),
        },
      }}
    />
  )
}
