import { zodResolver } from '@hookform/resolvers/zod'
import { Button, Stack } from '@mui/material'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { reportError } from '@/shared/api/queryClient'
import { errorText } from '@/shared/api/report'
import { endSession } from '@/shared/auth/end'
import { changePassword } from '@/shared/auth/password'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { applyServerErrors } from '@/shared/lib/serverErrors'
import { password, passwordsMatch, z } from '@/shared/lib/validation'
import { FormAlert } from '@/shared/ui/FormAlert'
import { PasswordField } from '@/shared/ui/FormField'
import { NewPasswordField } from '@/shared/ui/NewPasswordField'
import { notify } from '@/shared/ui/notify'

const schema = z
  .object({ current: z.string().min(1, 'validation.required'), password: password(), confirmation: z.string().min(1, 'validation.required') })
  .refine(passwordsMatch.check, passwordsMatch.message)
type PasswordChange = z.infer<typeof schema>
const empty: PasswordChange = { current: '', password: '', confirmation: '' }

/** Changes the password by the API, which ends the sessions on all devices; this device continues with the new password. */
export function ChangePassword({ email, known }: { email: string; known: string[] }) {
  const { t } = useTranslation()
  const [failure, setFailure] = useState<string | null>(null)
  const { control, handleSubmit, setError, reset, formState } = useForm<PasswordChange>({
    resolver: zodResolver(schema),
    defaultValues: empty,
  })
  const submit = async (form: PasswordChange) => {
    setFailure(null)
    try {
      if (!(await changePassword(email, form.current, form.password))) {
        await endSession('tokenInvalidated')
        return
      }
    } catch (error) {
      reportError(error, 'update', { ownErrors: 'all' })
      if (!applyServerErrors(error, setError, [], { password: 'current', new_password: 'password' })) setFailure(errorText(error, 'update'))
      return
    }
    reset(empty)
    notify({ key: 'messages.passwordChanged', color: 'success' })
  }
  return (
    <Stack component="form" noValidate useFlexGap spacing={2.5} onSubmit={handleSubmit(submit)} sx={{ pt: 1 }}>
      {failure && <FormAlert>{failure}</FormAlert>}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <PasswordField control={control} name="current" label={t('user.currentPassword')} autoComplete="current-password" required />
      <NewPasswordField control={control} name="password" context={{ known }} />
      <PasswordField control={control} name="confirmation" label={t('auth.confirmation')} autoComplete="new-password" required />
      <Button type="submit" variant="contained" loading={formState.isSubmitting} sx={{ alignSelf: 'flex-start' }}>
        {t('user.changePassword')}
      </Button>
    </Stack>
  )
}
