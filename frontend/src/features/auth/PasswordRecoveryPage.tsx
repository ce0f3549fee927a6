import { zodResolver } from '@hookform/resolvers/zod'
import { Button, Link, Stack } from '@mui/material'
import { useForm } from 'react-hook-form'
import { Link as RouterLink, useNavigate } from 'react-router'
import { ApiError } from '@/shared/api/error'
import type { TextKey } from '@/shared/i18n/keys'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { paths, withQuery } from '@/shared/lib/paths'
import { email, z } from '@/shared/lib/validation'
import { FormAlert } from '@/shared/ui/FormAlert'
import { FormCard } from '@/shared/ui/FormCard'
import { FormField } from '@/shared/ui/FormField'
import { useRecoverPassword } from './api/account'

export function PasswordRecoveryPage() {
  const navigate = useNavigate()
  const recover = useRecoverPassword()
  const submit = async (address: string) => {
    try {
      await recover.mutateAsync(address)
    } catch {
      return
    }
    await navigate(withQuery(paths.login, { messageKey: 'messages.recoverySent', messageType: 'success' }))
  }
  const failure = recover.error
    ? recover.error instanceof ApiError && recover.error.status < 500
      ? recover.error.status === 429
        ? 'errors.tooManyRequests'
        : 'auth.recovery.failed'
      : 'errors.network'
    : null
  return <PasswordRecoveryPageView failure={failure} onSubmit={submit} />
}

const schema = z.object({ email: email() })

export function PasswordRecoveryPageView({ failure, onSubmit }: { failure: TextKey | null; onSubmit: (email: string) => Promise<void> }) {
  const { t } = useTranslation()
  const { control, handleSubmit, formState } = useForm({ resolver: zodResolver(schema), defaultValues: { email: '' } })
  return (
    <FormCard title={t('screens.passwordRecovery')} lead={t('auth.recovery.lead')}>
      <Stack component="form" noValidate spacing={2.5} onSubmit={handleSubmit(form => onSubmit(form.email))}>
        {failure && <FormAlert>{t(failure)}</FormAlert>}
        <FormField control={control} name="email" type="email" label={t('auth.email')} autoComplete="username" required />
        <Button type="submit" variant="contained" size="large" loading={formState.isSubmitting}>
          {t('auth.recovery.submit')}
        </Button>
        <Link component={RouterLink} to={paths.login} variant="body2" sx={{ alignSelf: 'center' }}>
          {t('auth.backToLogin')}
        </Link>
      </Stack>
    </FormCard>
  )
}
