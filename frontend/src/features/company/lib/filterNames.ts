import { useCallback } from 'react'
import { type Filters, filters as all, countOf } from '@/shared/filters'
import { useTranslation } from '@/shared/i18n/useTranslation'

/** Whether a periodic export with these filters has other sheets if another user owns it. */
export const dependOnOwner = (filters: Filters) => all.some(filter => filter.own && countOf(filters, filter) > 0)

/** By what sheets are chosen, in words; empty for all of them. */
export function useFilterNames(): (filters: Filters) => string {
  const { t } = useTranslation()
  return useCallback(
    filters =>
      all
        .filter(filter => countOf(filters, filter) > 0)
        .map(({ name }) => t(`sheets.filters.${name}`))
        .join(t('common.listSeparator')),
    [t],
  )
}
