import type { Sort } from '@/shared/lib/urlState'
import { type Parameter, orders, takesSeveral } from './declared'
import { filters as all } from './registry'
import { type Filters, noFilters, sortedBy, toFilter } from './values'

/** Filters and order as a saved search has them: the query of the API's list. */
export function toCriteria(filters: Filters, sort: Sort | null): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(toFilter(filters))) for (const one of [value].flat()) query.append(name, String(one))
  const field = sortedBy(sort)
  if (field && sort) query.append(`order_by_${field}`, sort.direction)
  query.sort()
  return query.toString()
}

/** The filters and the order of a saved search. */
export function fromCriteria(text: string): { filters: Filters; sort: Sort | null } {
  const query = new URLSearchParams(text)
  const set = all.flatMap(filter =>
    filter.parameters.flatMap((parameter): [Parameter, string | string[]][] => (query.has(parameter) ? [[parameter, takesSeveral(filter) ? query.getAll(parameter) : (query.get(parameter) ?? '')]] : [])),
  )
  const field = orders.find(one => query.has(`order_by_${one}`))
  return {
    filters: { ...noFilters, ...Object.fromEntries(set) },
    sort: field === undefined ? null : { field, direction: query.get(`order_by_${field}`) === 'desc' ? 'desc' : 'asc' },
  }
}

/** Whether two saved searches find and show the same. */
export function sameCriteria(a: string, b: string): boolean {
  const plain = (text: string) => {
    const { filters, sort } = fromCriteria(text)
    return toCriteria(filters, sort)
  }
  return plain(a) === plain(b)
}
