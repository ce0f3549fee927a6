import { Box, Button, Link, Stack, Typography } from '@mui/material'
import { type FormEvent, useState } from 'react'
import type { TextKey } from '@/shared/i18n/keys'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { useSecondsUntil } from '@/shared/lib/secondsUntil'
import { times } from '@/shared/lib/limits'
import { CodeField, isCode } from '@/shared/ui/CodeField'
import { FormCard } from '@/shared/ui/FormCard'
import { RecoveryField } from '@/shared/ui/RecoveryField'
import type { Mode } from './signIn'

export type VerifyMode = Mode | 'recovery_code'

interface VerifyViewProps {
  mode: VerifyMode
  others: readonly VerifyMode[]
  /** The phone that the code was sent to, masked. */
  destination: string
  /** When the code was sent. */
  sentAt: number
  fault: TextKey | null
  onSubmit: (code: string) => Promise<void>
  /** Returns whether another code is on its way. */
  onResend: () => Promise<boolean>
  onChoose: (mode: VerifyMode) => Promise<void>
  onLeave: () => void
}

/** The form for a code of a second factor. Like the login, it needs neither a form library nor the router. */
export function VerifyView({ mode, others, destination, sentAt, fault, onSubmit, onResend, onChoose, onLeave }: VerifyViewProps) {
  const { t } = useTranslation()
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState(false)
  const [busy, setBusy] = useState(false)
  const [resent, setResent] = useState(false)
  const wait = useSecondsUntil(sentAt + times.resend)
  const recovery = mode === 'recovery_code'
  const during = async (work: () => Promise<void>) => {
    setBusy(true)
    await work()
    setBusy(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const complete = recovery ? code.trim() !== '' : isCode(code)
    setMissing(!complete)
    setResent(false)
    if (complete)
      void during(async () => {
        await onSubmit(code)
        setCode('')
      })
  }
  const change = (value: string) => {
    setCode(value)
    setMissing(false)
  }
  const text = missing ? t(recovery ? 'mfa.recoveryMissing' : 'mfa.codeMissing') : fault && code === '' ? t(fault) : null
  return (
    <FormCard title={t('screens.loginVerify')} lead={t(`mfa.verify.${mode}Lead`, { destination })}>
      <Stack component="form" noValidate spacing={2.5} onSubmit={submit}>
        {resent && (
          <Box role="status" sx={{ px: 2, py: 1.25, borderRadius: 1, typography: 'body2', bgcolor: 'tone.success.background', color: 'tone.success.color' }}>
            {t('mfa.verify.resent')}
          </Box>
        )}
        {recovery ? <RecoveryField value={code} onChange={change} fault={text} /> : <CodeField value={code} onChange={change} fault={text} first />}
        {mode === 'totp' && fault && (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t('mfa.verify.clock')}
          </Typography>
        )}
        <Button type="submit" variant="contained" size="large" loading={busy}>
          {t('mfa.verify.submit')}
        </Button>
        {mode === 'phone_code' && (
          <Button
            variant="text"
            disabled={busy || wait > 0}
            onClick={() =>
              void during(async () => {
                setCode('')
                setResent(await onResend())
              })
            }
          >
            {wait > 0 ? t('mfa.verify.resendIn', { seconds: wait }) : t('mfa.verify.resend')}
          </Button>
        )}
        <Stack spacing={1} sx={{ borderTop: 1, borderColor: 'divider', pt: 2.5 }}>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t('mfa.verify.others')}
          </Typography>
          {others.map(other => (
            <Button key={other} variant="outlined" disabled={busy} onClick={() => void during(() => onChoose(other))}>
              {t(`mfa.${other}`)}
            </Button>
          ))}
        </Stack>
        <Link component="button" type="button" variant="body2" sx={{ alignSelf: 'center' }} onClick={onLeave}>
          {t('mfa.verify.back')}
        </Link>
      </Stack>
    </FormCard>
  )
}
