import type { Verdict } from '@/shared/api/laws'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { StatusChip, type StatusTone } from '@/shared/ui/StatusChip'

export const verdictTones: Record<Verdict, StatusTone> = {
  applies: 'error',
  requires_context: 'warning',
  scheduled: 'info',
  unknown: 'neutral',
  below_threshold: 'success',
  not_listed: 'neutral',
}

/** A verdict as a label, optionally with its count. The tooltip explains the verdict. */
export function VerdictChip({ verdict, count, explained = false }: { verdict: Verdict; count?: number; explained?: boolean }) {
  const { t } = useTranslation()
  const name = t(`laws.verdict.${verdict}`)
  return <StatusChip tone={verdictTones[verdict]} label={count === undefined ? name : t('laws.counted', { name, count })} tooltip={explained ? t(`laws.verdictHelp.${verdict}`) : undefined} />
}
