import { Box, Button, Link, Stack, Typography } from '@mui/material'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TextKey } from '@/shared/i18n/keys'
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
export function LoginView({ notice, saml, onSubmit }: { notice: LoginNotice | null; /** The address of the login at the own identity provider, if there are such logins. */ saml?: string; onSubmit: (values: Values) => Promise<void> }) {
  const { t } = useTranslation()
  const [values, setValues] = useState<Values>({ email: '', password: '' })
  const [tried, setTried] = useState(false)
  const [sending, setSending] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (sending) return
    setTried(true)
    const wrong = names.find(name => faultOf[name](values[name]))
    if (wrong) return form.current?.querySelector<HTMLInputElement>(`[name=${wrong}]`)?.focus()
    setSending(true)
    await onSubmit({ email: tidy(values.email), password: values.password })
    setSending(false)
  }
  const field = (name: keyof Values) => ({
    name,
    label: t(`auth.${name}`),
    value: values[name],
    fault: tried ? faultOf[name](values[name]) : undefined,
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
        <Button type="submit" variant="contained" size="large" loading={sending}>
          {t('auth.login.submit')}
        </Button>
        {saml && (
          <Button href={`#${saml}`} variant="outlined" size="large">
            {t('auth.login.saml')}
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
