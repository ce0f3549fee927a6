import { Alert, Button, Link, Stack } from '@mui/material'
import { Link as RouterLink, useSearchParams } from 'react-router'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { paths, withQuery } from '@/shared/lib/paths'
import { FormCard } from '@/shared/ui/FormCard'
import { reasonOf } from './lib/answer'

/** Why a login at an identity provider has failed, and what to do. */
export function SamlErrorPage() {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const redirect = search.get('redirect') ?? undefined
  return (
    <FormCard title={t('screens.samlError')} width={520}>
      <Stack spacing={2.5}>
        <Alert severity="error" role="alert">
          {t(`saml.error.${reasonOf(search.get('reason'))}`)}
        </Alert>
        <Button component={RouterLink} to={withQuery(paths.samlLogin, { redirect })} variant="contained" size="large">
          {t('saml.error.again')}
        </Button>
        <Link component={RouterLink} to={withQuery(paths.login, { redirect })} variant="body2" sx={{ alignSelf: 'center' }}>
          {t('saml.login.withPassword')}
        </Link>
      </Stack>
    </FormCard>
  )
}
