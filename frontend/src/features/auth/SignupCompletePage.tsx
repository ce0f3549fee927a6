import { Button, Link, Stack, Typography } from '@mui/material'
import { Link as RouterLink, useLocation } from 'react-router'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { paths } from '@/shared/lib/paths'
import { FormCard } from '@/shared/ui/FormCard'
import { MailIcon } from '@/shared/ui/icons/icons'
import { notify } from '@/shared/ui/notify'
import { useRegenerateActivation } from './api/account'

/** The sign-up was accepted; the mail is on its way. The address is known only when coming from the form. */
export function SignupCompletePage() {
  const { state } = useLocation() as { state: { email?: string } | null }
  const regenerate = useRegenerateActivation()
  const email = state?.email
  const resend = (address: string) =>
    regenerate.mutate(address, {
      onSuccess: () => notify({ key: 'messages.activationSent', color: 'success' }),
      onError: () => notify({ key: 'auth.activation.failedRegenerate', color: 'error' }),
    })
  return <SignupCompletePageView email={email} resending={regenerate.isPending} onResend={email ? () => resend(email) : undefined} />
}

export function SignupCompletePageView({ email, resending, onResend }: { email?: string; resending: boolean; onResend?: () => void }) {
  const { t } = useTranslation()
  return (
    <FormCard title={t('screens.signupComplete')} width={520}>
      <Stack spacing={2.5}>
        <Stack direction="row" spacing={2} sx={{ alignItems: 'flex-start' }}>
          <MailIcon color="primary" sx={{ mt: 0.25 }} />
          <Typography>{email ? t('auth.complete.sentTo', { email }) : t('auth.complete.sent')}</Typography>
        </Stack>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('auth.complete.valid')}
        </Typography>
        {onResend && (
          <Button variant="outlined" onClick={onResend} loading={resending}>
            {t('auth.complete.resend')}
          </Button>
        )}
        <Link component={RouterLink} to={paths.login} variant="body2" sx={{ alignSelf: 'center' }}>
          {t('auth.backToLogin')}
        </Link>
      </Stack>
    </FormCard>
  )
}
