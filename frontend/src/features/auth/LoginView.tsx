import { Box, Button, Link, Stack, Typography } from '@mui/material'
import { type FormEvent, useRef, useState } from 'react'
import type { TextKey } from '@/shared/i18n/keys'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { emailMax, emailPattern } from '@/shared/lib/email'
import { messageKey } from '@/shared/lib/messageKey'
import { paths } from '@/shared/lib/paths'
import { FormCard } from '@/shared/ui/FormCard'
import type { NoticeColor } from '@/shared/ui/notify'
import { LoginField } from './components/LoginField'

export interface LoginNotice {
  color: NoticeColor
  /** The message's key. */
  key: TextKey
}

interface Values {
  email: string
  password: string
}

/** Full-width letters of an input method are meant as plain ones. */
const tidy = (address: string) => address.normalize('NFKC').trim()

// An existing password is neither validated by the rules for new ones nor trimmed.
const faultOf: Record<keyof Values, (value: string) => string | undefined> = {
  email: value => {
    const address = tidy(value)
    if (address === '') return 'validation.required'
    if (address.length > emailMax) return messageKey('validation.maxLength', { length: emailMax })
    return emailPattern.test(address) ? undefined : 'validation.email'
  },
  password: value => (value === '' ? 'validation.required' : undefined),
}
const names = ['email', 'password'] as const

/** The form of the login. It is the first thing that most users load, so it needs neither a form library nor the router. */
export function LoginView({
  notice,
  saml,
  onSubmit,
  onPasskey,
}: {
  notice: LoginNotice | null
  /** The address of the login at the own identity provider, if there are such logins. */
  saml?: string | undefined
  onSubmit: (values: Values) => Promise<void>
  /** Logs in with a passkey; absent where the browser has none. */
  onPasskey?: ((email: string) => Promise<void>) | undefined
}) {
  const { t } = useTranslation()
  const [values, setValues] = useState<Values>({ email: '', password: '' })
  // Which fields were sent: a passkey needs the address alone.
  const [tried, setTried] = useState<readonly (keyof Values)[]>([])
  const [sending, setSending] = useState<'password' | 'passkey' | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const start = async (by: 'password' | 'passkey', needed: readonly (keyof Values)[], work: () => Promise<void>) => {
    if (sending) return
    setTried(needed)
    const wrong = needed.find(name => faultOf[name](values[name]))
    if (wrong) return form.current?.querySelector<HTMLInputElement>(`[name=${wrong}]`)?.focus()
    setSending(by)
    await work()
    setSending(null)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    await start('password', names, () => onSubmit({ email: tidy(values.email), password: values.password }))
  }
  const field = (name: keyof Values) => ({
    name,
    label: t(`auth.${name}`),
    value: values[name],
    fault: tried.includes(name) ? faultOf[name](values[name]) : undefined,
    onChange: (value: string) => setValues(now => ({ ...now, [name]: value })),
  })
  return (
    <FormCard title={t('screens.login')}>
      <Stack component="form" ref={form} noValidate spacing={2.5} onSubmit={event => void submit(event)}>
        {notice && (
          <Box role="alert" sx={{ px: 2, py: 1.25, borderRadius: 1, typography: 'body2', bgcolor: `tone.${notice.color}.background`, color: `tone.${notice.color}.color` }}>
            {t(notice.key)}
          </Box>
        )}
        <LoginField {...field('email')} type="email" autoComplete="username" />
        <LoginField {...field('password')} type="password" autoComplete="current-password" />
        <Button type="submit" variant="contained" size="large" loading={sending === 'password'} disabled={sending !== null}>
          {t('auth.login.submit')}
        </Button>
        {saml && (
          <Button href={`#${saml}`} variant="outlined" size="large">
            {t('auth.login.saml')}
          </Button>
        )}
        {onPasskey && (
          <Button variant="outlined" size="large" loading={sending === 'passkey'} disabled={sending !== null} onClick={() => void start('passkey', ['email'], () => onPasskey(tidy(values.email)))}>
            {t('auth.login.passkey')}
          </Button>
        )}
        <Link href={`#${paths.passwordRecovery}`} variant="body2" sx={{ alignSelf: 'center' }}>
          {t('auth.login.forgot')}
        </Link>
        <Stack direction="row" spacing={1} sx={{ justifyContent: 'center', borderTop: 1, borderColor: 'divider', pt: 2.5 }}>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t('auth.login.noAccount')}
          </Typography>
          <Link href={`#${paths.signup}`} variant="body2">
            {t('auth.login.signup')}
          </Link>
        </Stack>
      </Stack>
    </FormCard>
  )
}
