import { useQuery } from '@tanstack/react-query'
import { useCompany } from '@/shared/api/company'
import { factorsQuery } from '@/shared/api/factors'
import { readMe, useMe, useUpdateLanguage, useUpdateMe } from '@/shared/api/me'
import { passkeysQuery } from '@/shared/api/passkeys'
import { reportError } from '@/shared/api/queryClient'
import { useSessions, useSignIns } from '@/shared/api/sessions'
import { isHostedUser } from '@/shared/auth/stored'
import { switchLocale } from '@/shared/i18n/i18n'
import { times } from '@/shared/lib/limits'
import { minDelay } from '@/shared/lib/minDelay'
import { notify } from '@/shared/ui/notify'
import { ChangePassword } from './components/ChangePassword'
import { Passkeys } from './components/Passkeys'
import { SecondFactors } from './components/SecondFactors'
import { Sessions } from './components/Sessions'
import { SignInHistory } from './components/SignInHistory'
import { SignOutEverywhere } from './components/SignOutEverywhere'
import { MyPageView } from './MyPageView'

export function MyPage() {
  const me = useMe()
  const company = useCompany()
  const update = useUpdateMe()
  const { mutate: keepLanguage } = useUpdateLanguage()
  // Those that came later would move the controls below them from under the pointer.
  const lists = [useSessions(), useSignIns(), useQuery(factorsQuery()), useQuery(passkeysQuery())]
  return (
    <MyPageView
      me={me}
      saml={isHostedUser()}
      complete={lists.every(({ isPending, isPaused }) => !isPending || isPaused)}
      onLanguage={async locale => {
        try {
          await switchLocale(locale)
        } catch (error) {
          reportError(error, 'read')
          return
        }
        keepLanguage(locale)
      }}
      onSave={async (profile, version) => {
        const saved = await minDelay(update.mutateAsync({ version, profile }), times.save)
        notify({ key: 'messages.profileUpdated', color: 'success' })
        return saved
      }}
      onRead={readMe}
      password={<ChangePassword email={me.email} known={[me.email, me.first_name, me.middle_name, me.last_name, company.name]} />}
      factors={<SecondFactors email={me.email} />}
      passkeys={<Passkeys email={me.email} />}
      sessions={<Sessions />}
      history={<SignInHistory />}
      devices={<SignOutEverywhere />}
    />
  )
}
