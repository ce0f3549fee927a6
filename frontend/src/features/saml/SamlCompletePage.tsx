import { Button } from '@mui/material'
import { Link as RouterLink } from 'react-router'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { paths } from '@/shared/lib/paths'
import { FormCard } from '@/shared/ui/FormCard'

/** After a login at an identity provider: who is logged in is led on by the guard of the screen. */
export function SamlCompletePage() {
  const { t } = useTranslation()
  return (
    <FormCard title={t('screens.samlLogin')} lead={t('saml.complete')}>
      <Button component={RouterLink} to={paths.samlLogin} variant="contained" size="large" fullWidth>
        {t('saml.error.again')}
      </Button>
    </FormCard>
  )
}
