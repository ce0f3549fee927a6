import { Alert, Box, Button, Paper, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import type { SamlConnection, SamlSetting } from '@/shared/api/saml'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { formatDate, formatDateTime } from '@/shared/lib/format'
import { paths } from '@/shared/lib/paths'
import { ConfirmDialog } from '@/shared/ui/ConfirmDialog'
import { PlanNotice } from '@/shared/ui/Gate'
import { PageHeader } from '@/shared/ui/PageHeader'
import { StatusChip, type StatusTone } from '@/shared/ui/StatusChip'
import { Terms } from '@/shared/ui/Terms'
import { ConnectForm } from './components/ConnectForm'
import { CopyValue } from './components/CopyValue'
import { TestLogin } from './components/TestLogin'
import { domainOf } from './lib/domain'

interface SamlSettingPageViewProps {
  connection: SamlConnection
  /** The address of the user. */
  email: string
  /** The company has the option. */
  allowed: boolean
  onConnect: (setting: SamlSetting, version: number) => Promise<SamlConnection>
  /** Reads the connection again. */
  onRead: () => Promise<SamlConnection>
  onDisconnect: () => Promise<void>
}

const tones: Record<SamlConnection['state'], StatusTone> = { none: 'neutral', pending: 'warning', active: 'success', disabled: 'neutral' }

/** The attribute in which the identity provider sends the e-mail address, as Microsoft's providers name it. */
const emailAttribute = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress'

const day = 24 * 3600_000
/** How long before the certificate ends this is a warning. */
const notice = 30 * day

export function SamlSettingPageView({ connection, email, allowed, onConnect, onRead, onDisconnect }: SamlSettingPageViewProps) {
  const { t } = useTranslation()
  const locale = useLocale()
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const [now] = useState(() => Date.now())
  const { state, mail_domains: domains, idp_certificate_expires_at: ends } = connection
  const left = ends ? Date.parse(ends) - now : Infinity
  // The test is made with the domain of the user's own address, where the connection has it.
  const own = domainOf(email)
  const trialDomain = domains.includes(own) ? own : domains[0]
  const disconnect = async () => {
    setBusy(true)
    // A notice reports a failure; the question stays for another attempt.
    await onDisconnect().then(
      () => setAsking(false),
      () => undefined,
    )
    setBusy(false)
  }
  const copied = (name: string, value: string) => [name, <CopyValue key={name} name={name} value={value} />] as const
  return (
    <>
      <PageHeader title={t('screens.samlSetting')} lead={t('saml.setting.lead')} />
      <Stack spacing={3} sx={{ maxWidth: 860 }}>
        {!allowed && <PlanNotice option="saml" />}
        <Paper component="section" variant="outlined" aria-labelledby="saml-provider" sx={{ p: { xs: 2, sm: 3 } }}>
          <Typography variant="h2" id="saml-provider" sx={{ mb: 1 }}>
            {t('saml.setting.provider')}
          </Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary', mb: 2 }}>
            {t('saml.setting.providerLead')}
          </Typography>
          <Terms
            items={[
              copied(t('saml.setting.acs'), connection.acs_url),
              copied(t('saml.setting.entity'), connection.entity_id),
              copied(t('saml.setting.nameId'), connection.name_id_format),
              copied(t('saml.setting.slo'), connection.slo_url),
              copied(t('saml.setting.attribute'), emailAttribute),
            ]}
          />
        </Paper>
        <Paper component="section" variant="outlined" aria-labelledby="saml-domains" sx={{ p: { xs: 2, sm: 3 } }}>
          <Typography variant="h2" id="saml-domains" sx={{ mb: 1 }}>
            {t('saml.setting.proof')}
          </Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary', mb: 2 }}>
            {t('saml.setting.proofLead')}
          </Typography>
          <Terms
            items={[
              [t('saml.setting.proofType'), 'TXT'],
              [t('saml.setting.proofName'), <Box component="code" key="name" sx={{ fontFamily: 'monospace' }}>{t('saml.setting.proofNameOf')}</Box>],
              copied(t('saml.setting.proofValue'), connection.domain_proof),
            ]}
          />
        </Paper>
        <Paper component="section" variant="outlined" aria-labelledby="saml-connection" sx={{ p: { xs: 2, sm: 3 } }}>
          <Stack direction="row" spacing={1.5} sx={{ alignItems: 'center', mb: 2 }}>
            <Typography variant="h2" id="saml-connection">
              {t('saml.setting.connection')}
            </Typography>
            <StatusChip label={t(`saml.setting.stateOf.${state}`)} tone={tones[state]} />
          </Stack>
          {state === 'pending' && (
            <Alert severity="warning" sx={{ mb: 2 }}>
              {t('saml.setting.pendingText')}
            </Alert>
          )}
          {state === 'disabled' && (
            <Alert severity="info" sx={{ mb: 2 }}>
              {t('saml.setting.disabledText')}
            </Alert>
          )}
          {connection.missing_domains.map(missing => (
            <Alert key={missing.domain} severity="warning" sx={{ mb: 2 }}>
              {t('saml.setting.missing', { domain: missing.domain, name: `_anzen.${missing.domain}`, at: formatDateTime(missing.stops_at, locale) })}
            </Alert>
          ))}
          {state !== 'none' && domains.length === 0 && (
            <Alert severity="error" sx={{ mb: 2 }}>
              {t('saml.setting.noDomains')}
            </Alert>
          )}
          {left < notice && (
            <Alert severity={left < 0 ? 'error' : 'warning'} sx={{ mb: 2 }}>
              {t(left < 0 ? 'saml.setting.certificateOver' : 'saml.setting.certificateSoon')}
            </Alert>
          )}
          {state !== 'none' && (
            <Stack spacing={3} sx={{ mb: 4 }}>
              <Terms
                items={[
                  [t('saml.setting.domains'), domains.join(locale === 'ja-JP' ? '、' : ', ')],
                  [t('saml.setting.idp'), connection.idp_entity_id],
                  [t('saml.setting.signInUrl'), connection.idp_sign_in_url],
                  [t('saml.setting.certificate'), formatDate(ends, locale)],
                  [t('saml.setting.updated'), formatDateTime(connection.updated_at, locale)],
                  ...(state === 'active' && trialDomain ? [[t('saml.setting.trial.title'), <TestLogin key="trial" domain={trialDomain} />] as const] : []),
                  [
                    t('saml.setting.loginPage'),
                    <span key="loginPage">
                      {t('saml.setting.loginPageText')}
                      <br />
                      <CopyValue name={t('saml.setting.loginPage')} value={`${window.location.origin}/#${paths.samlLogin}`} />
                    </span>,
                  ],
                ]}
              />
              <Button variant="outlined" color="error" onClick={() => setAsking(true)} sx={{ alignSelf: 'flex-start' }}>
                {t('saml.setting.disconnect')}
              </Button>
            </Stack>
          )}
          {allowed && <ConnectForm key={state === 'none' ? 'new' : 'known'} connection={connection} onConnect={onConnect} onRead={onRead} />}
        </Paper>
      </Stack>
      <ConfirmDialog
        open={asking}
        title={t('saml.setting.disconnectTitle')}
        confirmLabel={t('saml.setting.disconnect')}
        destructive
        busy={busy}
        onConfirm={() => void disconnect()}
        onCancel={() => setAsking(false)}
      >
        {t('saml.setting.disconnectText')}
      </ConfirmDialog>
    </>
  )
}
