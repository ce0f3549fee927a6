import { Alert, Typography } from '@mui/material'
import type { AuditVerification } from '@/shared/api/auditLogs'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { counted, formatDateTime } from '@/shared/lib/format'

/** What the comparison of the audit log with its seals has found. */
export function VerificationResult({ result }: { result: AuditVerification }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const { intact, seals, records, removed_seals, open_records, broken_seals, last_hash, sealed_at } = result
  return (
    <Alert severity={intact ? (seals > 0 ? 'success' : 'info') : 'error'} role="status">
      {!intact ? t('audit.broken', { numbers: broken_seals.join(t('common.listSeparator')) }) : seals > 0 ? t('audit.intact', counted(records, locale)) : t('audit.intactNone')}
      {seals > 0 && open_records > 0 && <Typography variant="body2">{t('audit.openRecords', counted(open_records, locale))}</Typography>}
      {removed_seals > 0 && <Typography variant="body2">{t('audit.removedSeals', counted(removed_seals, locale))}</Typography>}
      {last_hash && (
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {t('audit.hash', { at: formatDateTime(sealed_at, locale) })}
          <br />
          <code>{last_hash}</code>
        </Typography>
      )}
    </Alert>
  )
}
