import { Alert, LinearProgress } from '@mui/material'
import { useMe } from '@/shared/api/me'
import { errorText } from '@/shared/api/report'
import { readSamlConnection, useSamlChanges, useSamlConnection } from '@/shared/api/saml'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { PlanNotice, isPlanRefusal, useHasOption } from '@/shared/ui/Gate'
import { notify } from '@/shared/ui/notify'
import { PageHeader } from '@/shared/ui/PageHeader'
import { SamlSettingPageView } from './SamlSettingPageView'

/** The company's own identity provider. One that outlived the option is shown, so that it can be disconnected. */
export function SamlSettingPage() {
  const { t } = useTranslation()
  const { company_id: id, email } = useMe()
  const { data: connection, error } = useSamlConnection()
  const { connect, disconnect } = useSamlChanges()
  const allowed = useHasOption('saml')
  if (!connection)
    return (
      <>
        <PageHeader title={t('screens.samlSetting')} lead={t('saml.setting.lead')} />
        {isPlanRefusal(error) ? <PlanNotice option="saml" /> : error ? <Alert severity="error">{errorText(error, 'read')}</Alert> : <LinearProgress aria-label={t('common.loading')} />}
      </>
    )
  return (
    <SamlSettingPageView
      connection={connection}
      email={email}
      allowed={allowed}
      onConnect={async (setting, version) => {
        const saved = await connect.mutateAsync({ setting, version })
        notify({ key: 'saml.setting.done', color: 'success' })
        return saved
      }}
      onRead={() => readSamlConnection(id)}
      onDisconnect={async () => {
        await disconnect.mutateAsync()
        notify({ key: 'saml.setting.disconnected', color: 'success' })
      }}
    />
  )
}
