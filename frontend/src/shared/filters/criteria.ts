import type { Sort } from '@/shared/lib/urlState'
import { type ApiFilters, type Parameter, orders, takesSeveral } from './declared'
import { filters as all } from './registry'
import { type Filters, noFilters, sortedBy, toFilter } from './values'

const asQuery = (filter: ApiFilters) => new URLSearchParams(Object.entries(filter).flatMap(([name, value]) => [value].flat().map(one => [name, String(one)])))

/** Filters and order as a saved search has them: the query of the API's list. */
export function toCriteria(filters: Filters, sort: Sort | null): string {
  const query = asQuery(toFilter(filters))
  const field = sortedBy(sort)
  if (field && sort) query.append(`order_by_${field}`, sort.direction)
  query.sort()
  return query.toString()
}

/** The filters that the API's query has. */
function filtersIn(query: URLSearchParams): Filters {
  const set = all.flatMap(filter =>
    filter.parameters.flatMap((parameter): [Parameter, string | string[]][] => (query.has(parameter) ? [[parameter, takesSeveral(filter) ? query.getAll(parameter) : (query.get(parameter) ?? '')]] : [])),
  )
  return { ...noFilters, ...Object.fromEntries(set) }
}

/** The filters and the order of a saved search. */
export function fromCriteria(text: string): { filters: Filters; sort: Sort | null } {
  const query = new URLSearchParams(text)
  const field = orders.find(one => query.has(`order_by_${one}`))
  return {
    filters: filtersIn(query),
    sort: field === undefined ? null : { field, direction: query.get(`order_by_${field}`) === 'desc' ? 'desc' : 'asc' },
  }
}

/** The filters that the API's parameters are. */
export const fromFilter = (filter: ApiFilters): Filters => filtersIn(asQuery(filter))

/** Whether two saved searches find and show the same. */
export function sameCriteria(a: string, b: string): boolean {
  const plain = (text: string) => {
    const { filters, sort } = fromCriteria(text)
    return toCriteria(filters, sort)
  }
  return plain(a) === plain(b)
}
