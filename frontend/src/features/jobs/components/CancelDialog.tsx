import type { Job } from '@/shared/api/jobs'
import type { TextKey } from '@/shared/i18n/keys'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { formatDateTime } from '@/shared/lib/format'
import { ConfirmDialog } from '@/shared/ui/ConfirmDialog'
import { useKind } from '../useKind'

/** What stays of the work of these kinds; of others nothing does. */
const texts: Partial<Record<string, TextKey>> = { patch: 'jobs.cancelPatch', deletion: 'jobs.cancelDeletion', restoration: 'jobs.cancelRestoration', reanalysis: 'jobs.cancelReanalysis' }

/** Confirms the cancellation of a job, and explains what happens to its results. */
export function CancelDialog({ job, busy, onConfirm, onCancel }: { job: Job; busy: boolean; onConfirm: () => void; onCancel: () => void }) {
  const { t } = useTranslation()
  const values = { kind: useKind()(job), at: formatDateTime(job.created_at, useLocale()) }
  return (
    <ConfirmDialog open title={t('jobs.cancelTitle')} confirmLabel={t('jobs.confirmCancel')} destructive busy={busy} onConfirm={onConfirm} onCancel={onCancel}>
      {t(texts[job.kind] ?? 'jobs.cancelText', values)}
    </ConfirmDialog>
  )
}
