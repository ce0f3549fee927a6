import { zodResolver } from '@hookform/resolvers/zod'
import { Button, Stack } from '@mui/material'
import { useForm } from 'react-hook-form'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { applyServerErrors } from '@/shared/lib/serverErrors'
import { password, passwordsMatch, z } from '@/shared/lib/validation'
import { PasswordField } from '@/shared/ui/FormField'
import { NewPasswordField } from '@/shared/ui/NewPasswordField'

const schema = z
  .object({ password: password(), confirmation: z.string().min(1, 'validation.required') })
  .refine(passwordsMatch.check, passwordsMatch.message)
type NewPassword = z.infer<typeof schema>

/** Asks for a new password twice. `serverField` is the API's name of the field. */
export function NewPasswordForm({
  email,
  token,
  submitLabel,
  serverField,
  onSubmit,
}: {
  /** The e-mail address of the account, for password managers. */
  email?: string
  /** The mailed link with which the password will be set. */
  token: string
  submitLabel: string
  serverField: string
  onSubmit: (password: string, mapErrors: (error: unknown) => boolean) => Promise<void>
}) {
  const { t } = useTranslation()
  const { control, handleSubmit, setError, formState } = useForm<NewPassword>({
    resolver: zodResolver(schema),
    defaultValues: { password: '', confirmation: '' },
  })
  const submit = (form: NewPassword) =>
    onSubmit(form.password, error => applyServerErrors(error, setError, ['password'], { [serverField]: 'password' }))
  return (
    <Stack component="form" noValidate useFlexGap spacing={2.5} onSubmit={handleSubmit(submit)}>
      {email && <input type="hidden" name="username" autoComplete="username" value={email} readOnly />}
      <NewPasswordField control={control} name="password" context={{ token }} />
      <PasswordField control={control} name="confirmation" label={t('auth.confirmation')} autoComplete="new-password" required />
      <Button type="submit" variant="contained" size="large" loading={formState.isSubmitting}>
        {submitLabel}
      </Button>
    </Stack>
  )
}
