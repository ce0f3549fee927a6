import { Alert } from '@mui/material'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { useOnline } from '@/shared/lib/online'

/** Reports a missing connection while it lasts. */
export function OfflineBanner() {
  const { t } = useTranslation()
  const online = useOnline()
  return (
    // Rendered before it has content, so that assistive technology announces it.
    <div role="status">
      {!online && (
        <Alert role="presentation" severity="warning" sx={{ borderRadius: 0, justifyContent: 'center' }}>
          {t('errors.offline')}
        </Alert>
      )}
    </div>
  )
}
