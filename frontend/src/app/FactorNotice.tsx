import { Alert, Button } from '@mui/material'
import { Link } from 'react-router'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { dateFormatter } from '@/shared/lib/formatters'
import { enrollPath } from '@/shared/lib/paths'

/** Until when the company demands a second factor of the user, who has none. */
export function FactorNotice({ due }: { due: string }) {
  const { t } = useTranslation()
  const locale = useLocale()
  return (
    <Alert
      role="status"
      severity="warning"
      sx={{ borderRadius: 0, alignItems: 'center', '& .MuiAlert-action': { pt: 0, alignItems: 'center', flexShrink: 0 } }}
      action={
        <Button component={Link} to={enrollPath('totp')} size="small" color="inherit" variant="outlined">
          {t('mfa.demand.setUp')}
        </Button>
      }
    >
      {t('mfa.demand.notice', { date: dateFormatter(locale, { dateStyle: 'long', timeStyle: 'short' }).format(new Date(due)) })}
    </Alert>
  )
}
