import { zodResolver } from '@hookform/resolvers/zod'
import { Alert, type AlertColor, Button, Divider, Link, Stack, Typography } from '@mui/material'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import { paths } from '@/shared/lib/paths'
import { email, z } from '@/shared/lib/validation'
import { FormCard } from '@/shared/ui/FormCard'
import { FormField, PasswordField } from '@/shared/ui/FormField'

export interface LoginNotice {
  color: AlertColor
  /** The message's key. */
  key: string
}

// An existing password is neither validated by the rules for new ones nor trimmed.
const schema = z.object({ email: email(), password: z.string().min(1, 'validation.required') })
type Login = z.infer<typeof schema>

export function LoginPageView({ notice, onSubmit }: { notice: LoginNotice | null; onSubmit: (login: Login) => Promise<void> }) {
  const { t } = useTranslation()
  const { control, handleSubmit, formState } = useForm<Login>({
    resolver: zodResolver(schema),
    defaultValues: { email: '', password: '' },
  })
  return (
    <FormCard title={t('auth.login.title')}>
      <Stack component="form" noValidate spacing={2.5} onSubmit={handleSubmit(onSubmit)}>
        {notice && <Alert severity={notice.color}>{t(notice.key)}</Alert>}
        <FormField control={control} name="email" type="email" label={t('auth.email')} autoComplete="username" required />
        <PasswordField control={control} name="password" label={t('auth.password')} autoComplete="current-password" required />
        <Button type="submit" variant="contained" size="large" loading={formState.isSubmitting}>
          {t('auth.login.submit')}
        </Button>
        <Link component={RouterLink} to={paths.passwordRecovery} variant="body2" sx={{ alignSelf: 'center' }}>
          {t('auth.login.forgot')}
        </Link>
        <Divider />
        <Stack direction="row" spacing={1} sx={{ justifyContent: 'center' }}>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t('auth.login.noAccount')}
          </Typography>
          <Link component={RouterLink} to={paths.signup} variant="body2">
            {t('auth.login.signup')}
          </Link>
        </Stack>
      </Stack>
    </FormCard>
  )
}
