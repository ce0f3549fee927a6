import { Link, Stack } from '@mui/material'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, Link as RouterLink, useParams } from 'react-router'
import { useMe } from '@/shared/api/me'
import { Reauthenticate } from '@/shared/auth/Reauthenticate'
import { paths } from '@/shared/lib/paths'
import { FormCard } from '@/shared/ui/FormCard'
import { PhoneSetup } from './components/PhoneSetup'
import { TotpSetup } from './components/TotpSetup'

const setups = { totp: TotpSetup, phone_code: PhoneSetup } as const
const isMode = (mode: string | undefined): mode is keyof typeof setups => mode !== undefined && mode in setups

/** The set-up of a second factor: first the password, then the app or the phone. */
export function EnrollPage() {
  const { t } = useTranslation()
  const { mode } = useParams()
  const me = useMe()
  const [proven, setProven] = useState(false)
  if (!isMode(mode)) return <Navigate to={paths.myPage} replace />
  const Setup = setups[mode]
  return (
    <FormCard title={t(`mfa.enroll.${mode}Title`)} lead={t('mfa.enroll.after')} width={560}>
      <Stack spacing={3}>
        {proven ? <Setup onExpired={() => setProven(false)} /> : <Reauthenticate email={me.email} onDone={() => setProven(true)} />}
        <Link component={RouterLink} to={paths.myPage} variant="body2">
          {t('mfa.enroll.cancel')}
        </Link>
      </Stack>
    </FormCard>
  )
}
