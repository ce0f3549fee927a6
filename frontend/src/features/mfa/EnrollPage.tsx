import { Button, Link, Stack } from '@mui/material'
import { useState } from 'react'
import { Navigate, Link as RouterLink, useParams } from 'react-router'
import { useMe } from '@/shared/api/me'
import { endSession } from '@/shared/auth/end'
import { Reauthenticate } from '@/shared/auth/Reauthenticate'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { enrollPath, paths } from '@/shared/lib/paths'
import { FormAlert } from '@/shared/ui/FormAlert'
import { FormCard } from '@/shared/ui/FormCard'
import { PhoneSetup } from './components/PhoneSetup'
import { TotpSetup } from './components/TotpSetup'

const setups = { totp: TotpSetup, phone_code: PhoneSetup } as const
const others = { totp: 'phone_code', phone_code: 'totp' } as const
const isMode = (mode: string | undefined): mode is keyof typeof setups => mode !== undefined && mode in setups

/** The set-up of a second factor: first the password, then the app or the phone. */
export function EnrollPage() {
  const { t } = useTranslation()
  const { mode } = useParams()
  const me = useMe()
  const [proven, setProven] = useState(false)
  if (!isMode(mode)) return <Navigate to={paths.myPage} replace />
  const Setup = setups[mode]
  const due = me.second_factor_due_at
  const overdue = due !== undefined && new Date(due) <= new Date()
  return (
    <FormCard title={t(`mfa.enroll.${mode}Title`)} lead={t('mfa.enroll.after')} width={560}>
      <Stack spacing={3}>
        {due && <FormAlert severity={overdue ? 'warning' : 'info'}>{t(overdue ? 'mfa.demand.overdue' : 'mfa.demand.lead')}</FormAlert>}
        {proven ? <Setup onExpired={() => setProven(false)} /> : <Reauthenticate email={me.email} onDone={() => setProven(true)} />}
        {due && (
          <Link component={RouterLink} to={enrollPath(others[mode])} replace variant="body2">
            {t('mfa.demand.other', { method: t(`mfa.${others[mode]}`) })}
          </Link>
        )}
        {overdue ? (
          <Button variant="outlined" color="cancel" sx={{ alignSelf: 'flex-start' }} onClick={() => void endSession('logout')}>
            {t('mfa.demand.logout')}
          </Button>
        ) : (
          <Link component={RouterLink} to={paths.myPage} variant="body2">
            {t('mfa.enroll.cancel')}
          </Link>
        )}
      </Stack>
    </FormCard>
  )
}
