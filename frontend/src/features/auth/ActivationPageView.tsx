import { zodResolver } from '@hookform/resolvers/zod'
import { Alert, Button, LinearProgress, Link, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link as RouterLink } from 'react-router'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { paths } from '@/shared/lib/paths'
import { email, z } from '@/shared/lib/validation'
import { FormCard } from '@/shared/ui/FormCard'
import { FormField } from '@/shared/ui/FormField'
import { NewPasswordForm } from './NewPasswordForm'

/** The state of the activation by a mailed link. */
export type ActivationState =
  | { kind: 'progress' | 'done' | 'expired' | 'used' | 'invalid' | 'failed' }
  | { kind: 'password'; email: string; token: string }

interface ActivationPageViewProps {
  state: ActivationState
  onRetry: () => void
  onPassword: (password: string, mapErrors: (error: unknown) => boolean) => Promise<void>
  /** Reports whether the new link is on its way. */
  onRegenerate: (email: string) => Promise<boolean>
}

export function ActivationPageView({ state, onRetry, onPassword, onRegenerate }: ActivationPageViewProps) {
  const { t } = useTranslation()
  switch (state.kind) {
    case 'progress':
      return (
        <FormCard title={t('screens.signupActivation')}>
          <Stack spacing={2} role="status">
            <LinearProgress aria-label={t('common.inProgress')} />
            <Typography>{t('auth.activation.progress')}</Typography>
          </Stack>
        </FormCard>
      )
    case 'password':
      return (
        <FormCard title={t('screens.signupActivation')} lead={t('auth.activation.setPassword')}>
          <Typography variant="body2" sx={{ mb: 2.5 }}>
            {t('auth.activation.forEmail', { email: state.email })}
          </Typography>
          <NewPasswordForm email={state.email} token={state.token} submitLabel={t('auth.activation.submit')} serverField="password" onSubmit={onPassword} />
        </FormCard>
      )
    case 'done':
      return (
        <FormCard title={t('auth.activation.doneTitle')}>
          <Stack spacing={2.5}>
            <Alert severity="success">{t('auth.activation.done')}</Alert>
            <Button variant="contained" component={RouterLink} to={paths.login}>
              {t('auth.toLogin')}
            </Button>
          </Stack>
        </FormCard>
      )
    case 'used':
      return (
        <FormCard title={t('auth.activation.usedTitle')} lead={t('auth.activation.used')}>
          <Button variant="contained" component={RouterLink} to={paths.login} fullWidth>
            {t('auth.toLogin')}
          </Button>
        </FormCard>
      )
    case 'failed':
      return (
        <FormCard title={t('screens.signupActivation')}>
          <Stack spacing={2.5}>
            <Alert severity="error">{t('auth.activation.failed')}</Alert>
            <Button variant="contained" onClick={onRetry}>
              {t('common.retry')}
            </Button>
          </Stack>
        </FormCard>
      )
    case 'expired':
      return <NewLink title={t('auth.activation.expiredTitle')} lead={t('auth.activation.expired')} onRegenerate={onRegenerate} />
    case 'invalid':
      return <NewLink title={t('auth.activation.invalidTitle')} lead={t('auth.activation.invalid')} onRegenerate={onRegenerate} />
  }
}

const schema = z.object({ email: email() })

function NewLink({ title, lead, onRegenerate }: { title: string; lead: string; onRegenerate: ActivationPageViewProps['onRegenerate'] }) {
  const { t } = useTranslation()
  const [sent, setSent] = useState(false)
  const { control, handleSubmit, formState } = useForm({ resolver: zodResolver(schema), defaultValues: { email: '' } })
  return (
    <FormCard title={title} lead={lead}>
      <Stack component="form" noValidate spacing={2.5} onSubmit={handleSubmit(async form => setSent(await onRegenerate(form.email)))}>
        {sent && <Alert severity="success">{t('messages.activationSent')}</Alert>}
        <FormField control={control} name="email" type="email" label={t('auth.email')} autoComplete="email" required />
        <Button type="submit" variant="contained" loading={formState.isSubmitting}>
          {t('auth.activation.regenerate')}
        </Button>
        <Link component={RouterLink} to={paths.login} variant="body2" sx={{ alignSelf: 'center' }}>
          {t('auth.backToLogin')}
        </Link>
      </Stack>
    </FormCard>
  )
}
