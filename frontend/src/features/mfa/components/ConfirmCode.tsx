import { Button, Stack, Typography } from '@mui/material'
import { type FormEvent, useState } from 'react'
import { ApiError } from '@/shared/api/error'
import { endSession } from '@/shared/auth/end'
import { fieldText } from '@/shared/auth/Reauthenticate'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { CodeField, isCode } from '@/shared/ui/CodeField'

/** The first code of a second factor, which sets it up. All sessions end with it, and the user logs in again. */
export function ConfirmCode({ lead, onConfirm, onExpired }: { lead: string; onConfirm: (code: string) => Promise<unknown>; onExpired: () => void }) {
  const { t } = useTranslation()
  const [code, setCode] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (!isCode(code)) return setFault(t('mfa.codeMissing'))
    setFault(null)
    setBusy(true)
    try {
      await onConfirm(code)
      await endSession('twoFactorCompleted')
    } catch (error) {
      setCode('')
      setFault(fieldText(error))
      if (error instanceof ApiError && error.code === 'session.reauthenticate') onExpired()
    }
    setBusy(false)
  }
  return (
    <Stack component="form" noValidate spacing={2.5} onSubmit={event => void submit(event)}>
      <Typography>{lead}</Typography>
      <CodeField value={code} onChange={setCode} fault={fault} />
      <Button type="submit" variant="contained" loading={busy} sx={{ alignSelf: 'flex-start' }}>
        {t('mfa.enroll.confirm')}
      </Button>
    </Stack>
  )
}
