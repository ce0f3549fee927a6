import { Button, Stack } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link as RouterLink, useNavigate, useSearchParams } from 'react-router'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { paths, withQuery } from '@/shared/lib/paths'
import { FormAlert } from '@/shared/ui/FormAlert'
import { FormCard } from '@/shared/ui/FormCard'
import { Spinner } from '@/shared/ui/Spinner'
import { linkFault, tokenQuery, useResetPassword } from './api/account'
import { NewPasswordForm } from './NewPasswordForm'

/** The state of the reset by a mailed link. A used link is treated as invalid. */
export type ResetState = { kind: 'checking' | 'expired' | 'invalid' } | { kind: 'form'; email?: string; token: string; failed: boolean }

export function ResetPasswordPage() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  const link = useQuery({ ...tokenQuery(token), enabled: token !== '' })
  const reset = useResetPassword()
  const [expired, setExpired] = useState(false)
  const [failed, setFailed] = useState(false)

  const state = ((): ResetState => {
    const fault = token === '' ? 'invalid' : expired ? 'expired' : link.error ? linkFault(link.error) : null
    if (fault) return { kind: fault === 'expired' ? 'expired' : 'invalid' }
    if (link.isPending) return { kind: 'checking' }
    // If the link could not be checked, sending the form will show whether it is valid.
    return { kind: 'form', email: link.data?.email, token, failed }
  })()

  return (
    <ResetPasswordPageView
      state={state}
      onSubmit={async (newPassword, mapErrors) => {
        setFailed(false)
        try {
          await reset.mutateAsync({ token, newPassword })
        } catch (error) {
          if (mapErrors(error)) return
          if (linkFault(error) === 'expired') setExpired(true)
          else setFailed(true)
          return
        }
        await navigate(withQuery(paths.login, { messageKey: 'messages.passwordReset', messageType: 'success' }))
      }}
    />
  )
}

export function ResetPasswordPageView({
  state,
  onSubmit,
}: {
  state: ResetState
  onSubmit: (password: string, mapErrors: (error: unknown) => boolean) => Promise<void>
}) {
  const { t } = useTranslation()
  if (state.kind === 'checking') return <Spinner />
  if (state.kind !== 'form') {
    return (
      <FormCard title={t(`auth.reset.${state.kind}Title`)} lead={t(`auth.reset.${state.kind}`)}>
        <Button variant="contained" component={RouterLink} to={paths.passwordRecovery} fullWidth>
          {t('auth.reset.again')}
        </Button>
      </FormCard>
    )
  }
  return (
    <FormCard title={t('screens.resetPassword')}>
      <Stack spacing={2.5}>
        {state.failed && <FormAlert>{t('auth.reset.failed')}</FormAlert>}
        <NewPasswordForm email={state.email} token={state.token} submitLabel={t('auth.reset.submit')} serverField="new_password" onSubmit={onSubmit} />
      </Stack>
    </FormCard>
  )
}
