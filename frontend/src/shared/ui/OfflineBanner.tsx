import { Alert } from '@mui/material'
import { useTranslation } from 'react-i18next'
import { useOnline } from '@/shared/lib/online'

/** Says that there is no connection, as long as that is so. */
export function OfflineBanner() {
  const { t } = useTranslation()
  const online = useOnline()
  return (
    // It is there before it speaks, so that assistive technology hears it.
    <div role="status">
      {!online && (
        <Alert role="presentation" severity="warning" sx={{ borderRadius: 0, justifyContent: 'center' }}>
          {t('errors.offline')}
        </Alert>
      )}
    </div>
  )
}
