import { useTranslation } from 'react-i18next'
import type { Filter, Filters, Parameter } from '../../filters'

/** What a control of a filter needs. */
export interface ControlProps {
  filter: Filter
  /** What it sets: the filter's first parameter, or the one that leaves out. */
  parameter: Parameter
  label: string
  filters: Filters
  onChange: (patch: Partial<Filters>) => void
}

/** What to say of more values than a filter takes; undefined where it takes them. */
export function useTooMany() {
  const { t } = useTranslation()
  return (filter: Filter, values: readonly string[]) => (filter.max !== undefined && values.length > filter.max ? t('sheets.fault.tooMany', { max: filter.max }) : undefined)
}
