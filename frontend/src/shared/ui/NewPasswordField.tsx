import { Box } from '@mui/material'
import { type FieldValues, useWatch } from 'react-hook-form'
import { type PasswordContext, usePasswordStrength } from '@/shared/auth/passwordStrength'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { type FormFieldProps, PasswordField } from './FormField'

/** The field of a new password, which tells while typing whether it would be accepted. */
export function NewPasswordField<F extends FieldValues>({ context, ...field }: Omit<FormFieldProps<F>, 'helperText' | 'label'> & { context: PasswordContext }) {
  const { t } = useTranslation()
  const typed: unknown = useWatch({ control: field.control, name: field.name })
  const strength = usePasswordStrength(typeof typed === 'string' ? typed : '', context)
  const color = strength === null ? undefined : strength.accepted ? 'success.main' : 'error.dark'
  const text = strength === null ? t('auth.passwordHint') : strength.accepted ? t('auth.passwordAccepted') : strength.detail
  return (
    <PasswordField
      {...field}
      label={t('auth.newPassword')}
      helperText={
        <Box component="span" aria-live="polite" sx={{ color }}>
          {text}
        </Box>
      }
      autoComplete="new-password"
      required
    />
  )
}
