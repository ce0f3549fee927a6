import type { TFunction } from 'i18next'
import type { Company } from '@/shared/api/company'
import { formatNumber } from '@/shared/lib/format'
import type { Locale } from '@/shared/lib/locale'

/** Plans are named after their limit of sheets. */
export function planName(plan: Company['plan'], t: TFunction, locale: Locale): string {
  if (plan.id === 0) return t('company.planFree')
  if (plan.max_uploads === undefined) return t('company.planUnlimited')
  return t('company.planPaid', { uploads: formatNumber(plan.max_uploads, locale) })
}
