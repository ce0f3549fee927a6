import { Button, Typography } from '@mui/material'
import { Link } from 'react-router'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { times } from '@/shared/lib/limits'
import { paths } from '@/shared/lib/paths'
import { useRedirectAfter } from '@/shared/lib/redirectAfter'
import { FormCard } from '@/shared/ui/FormCard'

/** Thanks a user who has closed their company's account. */
export function UnregisterPage() {
  const { t } = useTranslation()
  useRedirectAfter(times.unregisterRedirect, paths.top)
  return (
    <FormCard title={t('screens.unregister')} lead={t('public.unregister.text')}>
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 2.5 }}>
        {t('public.unregister.redirect')}
      </Typography>
      <Button variant="contained" component={Link} to={paths.top} fullWidth>
        {t('public.unregister.toTop')}
      </Button>
    </FormCard>
  )
}
