import { useTranslation } from '@/shared/i18n/useTranslation'
import type { Filter, Filters, Parameter } from '..'

/** The props of a filter's control. */
export interface ControlProps {
  filter: Filter
  /** The parameter it sets: the filter's first one, or the excluding one. */
  parameter: Parameter
  label: string
  filters: Filters
  onChange: (patch: Partial<Filters>) => void
}

/** The message for more values than a filter accepts; undefined if it accepts them. */
export function useTooMany() {
  const { t } = useTranslation()
  return (filter: Filter, values: readonly string[]) => (filter.max !== undefined && values.length > filter.max ? t('sheets.fault.tooMany', { max: filter.max }) : undefined)
}
