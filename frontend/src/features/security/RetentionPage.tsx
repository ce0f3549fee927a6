import { Alert, Link as TextLink } from '@mui/material'
import { Link } from 'react-router'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { paths } from '@/shared/lib/paths'
import { PageHeader } from '@/shared/ui/PageHeader'

/** How long a login lasts: announced by the specification as under development, so it only says what applies today. */
export function RetentionPage() {
  const { t } = useTranslation()
  return (
    <>
      <PageHeader title={t('screens.loginRetention')} />
      <Alert severity="info">
        {t('security.retention')}{' '}
        <TextLink component={Link} to={paths.companySettings}>
          {t('security.idle')}
        </TextLink>
      </Alert>
    </>
  )
}
