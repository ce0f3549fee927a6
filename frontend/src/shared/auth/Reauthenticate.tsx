import { Button, Link, Stack, TextField, Typography } from '@mui/material'
import { type FormEvent, useState } from 'react'
import { http } from '@/shared/api/client'
import { ApiError } from '@/shared/api/error'
import { reportError } from '@/shared/api/queryClient'
import { errorText } from '@/shared/api/report'
import type { components } from '@/shared/api/schema'
import { send } from '@/shared/api/send'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { CodeField, isCode } from '@/shared/ui/CodeField'
import { RecoveryField } from '@/shared/ui/RecoveryField'

type State = components['schemas']['State']

/** The text for a failure at the only field of a form. */
export function fieldText(error: unknown): string {
  reportError(error, 'update', { ownErrors: 'all' })
  return (error instanceof ApiError && error.fields[0]?.detail) || errorText(error, 'update')
}

/** Has the user prove who they are again: by their password, then by a code of their second factor if they have one. */
export function Reauthenticate({ email, recoverable = false, onDone }: { email: string; /** A recovery code is enough in place of the second factor. */ recoverable?: boolean; onDone: () => Promise<void> | void }) {
  const { t } = useTranslation()
  const [state, setState] = useState<State | null>(null)
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [recovering, setRecovering] = useState(false)
  const demands = state?.demands

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (busy) return
    if (!demands && password === '') return setFault(t('validation.required'))
    if (demands && recovering && code.trim() === '') return setFault(t('mfa.recoveryMissing'))
    if (demands && !recovering && !isCode(code)) return setFault(t('mfa.codeMissing'))
    setFault(null)
    setBusy(true)
    try {
      const next = await send(
        !demands
          ? http.POST('/users/me/reauthentication', { body: { password } })
          : recovering
            ? http.POST('/users/me/reauthentication/recovery-code', { body: { code } })
            : http.POST('/users/me/reauthentication/code', { body: { code } }),
      )
      setPassword('')
      if (next.demands) setState(next)
      else await onDone()
    } catch (error) {
      setCode('')
      // The sign-in behind it has ended: it begins again with the password.
      if (error instanceof ApiError && error.code === 'session.reauthenticate') setState(null)
      setFault(fieldText(error))
    }
    setBusy(false)
  }
  return (
    <Stack component="form" noValidate spacing={2.5} onSubmit={event => void submit(event)}>
      <Typography>{!demands ? t('mfa.reauth.lead') : recovering ? t('mfa.reauth.recoveryLead') : t(`mfa.reauth.${demands}Lead`, { destination: state.destination ?? '' })}</Typography>
      {demands && recovering ? (
        <RecoveryField value={code} onChange={setCode} fault={fault} />
      ) : demands ? (
        <CodeField value={code} onChange={setCode} fault={fault} first />
      ) : (
        <>
          <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
          <TextField
            type="password"
            name="password"
            label={t('mfa.reauth.password')}
            autoComplete="current-password"
            required
            fullWidth
            value={password}
            error={fault !== null}
            helperText={fault}
            onChange={event => setPassword(event.target.value)}
          />
        </>
      )}
      <Button type="submit" variant="contained" loading={busy} sx={{ alignSelf: 'flex-start' }}>
        {t('mfa.reauth.next')}
      </Button>
      {demands && recoverable && (
        <Link
          component="button"
          type="button"
          variant="body2"
          sx={{ alignSelf: 'flex-start' }}
          onClick={() => {
            setRecovering(!recovering)
            setCode('')
            setFault(null)
          }}
        >
          {t(recovering ? 'mfa.reauth.useCode' : 'mfa.reauth.useRecovery')}
        </Link>
      )}
    </Stack>
  )
}
