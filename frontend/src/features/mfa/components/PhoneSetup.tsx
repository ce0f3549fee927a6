import { Alert, Button, Stack, TextField, Typography } from '@mui/material'
import { type FormEvent, useState } from 'react'
import { http } from '@/shared/api/client'
import { ApiError } from '@/shared/api/error'
import { send } from '@/shared/api/send'
import { fieldText } from '@/shared/auth/Reauthenticate'
import { text } from '@/shared/i18n/i18n'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { times } from '@/shared/lib/limits'
import { parseMessageKey } from '@/shared/lib/messageKey'
import { useSecondsUntil } from '@/shared/lib/secondsUntil'
import { smsPhone } from '@/shared/lib/validation'
import { ConfirmCode } from './ConfirmCode'

/** The number in digits, however it is written. */
const tidy = (number: string) => number.normalize('NFKC').replace(/[\s()\-‐‑–—―−ー─]/g, '')

/** A phone that receives codes: its number, and the first code. */
export function PhoneSetup({ onExpired }: { onExpired: () => void }) {
  const { t } = useTranslation()
  const [number, setNumber] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [sent, setSent] = useState<{ destination: string; at: number } | null>(null)
  const wait = useSecondsUntil((sent?.at ?? 0) + times.resend)

  const sendCode = async () => {
    const checked = smsPhone().safeParse(tidy(number))
    if (!checked.success) {
      const { key, values } = parseMessageKey(checked.error.issues[0]?.message ?? 'validation.required')
      return setFault(text(key, values))
    }
    setFault(null)
    setBusy(true)
    try {
      const { destination } = await send(http.POST('/users/me/second-factors/phone_code', { body: { phone: checked.data } }))
      setSent({ destination, at: Date.now() })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'session.reauthenticate') onExpired()
      setFault(fieldText(error))
    }
    setBusy(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy && wait === 0) void sendCode()
  }
  return (
    <Stack spacing={3}>
      <Stack component="form" noValidate spacing={2.5} onSubmit={submit}>
        <Typography>{t('mfa.enroll.phoneLead')}</Typography>
        <Alert severity="info">{t('mfa.enroll.smsRisk')}</Alert>
        <TextField
          type="tel"
          name="phone"
          label={t('mfa.enroll.phone')}
          autoComplete="tel"
          required
          fullWidth
          value={number}
          error={fault !== null}
          helperText={fault ?? t('mfa.enroll.phoneHelp')}
          onChange={event => setNumber(event.target.value)}
        />
        <Button type="submit" variant={sent ? 'outlined' : 'contained'} disabled={wait > 0} loading={busy} sx={{ alignSelf: 'flex-start' }}>
          {sent ? (wait > 0 ? t('mfa.verify.resendIn', { seconds: wait }) : t('mfa.verify.resend')) : t('mfa.enroll.send')}
        </Button>
      </Stack>
      {sent && (
        <ConfirmCode lead={t('mfa.verify.phone_codeLead', { destination: sent.destination })} onExpired={onExpired} onConfirm={code => send(http.PUT('/users/me/second-factors/phone_code', { body: { code } }))} />
      )}
    </Stack>
  )
}
