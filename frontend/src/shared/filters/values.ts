import type { SheetsQuery } from '@/shared/api/sheets'
import { type ChangeOptions, type Param, type Sort, choiceParam, textParam } from '@/shared/lib/urlState'
import { type ApiFilters, type Parameter, isRange, orders, takesSeveral } from './declared'
import { type Filter, filters as all } from './registry'

/** The filters of a list: each parameter with its value or values, empty if not set. */
export type Filters = { readonly [P in Parameter]: NonNullable<ApiFilters[P]> extends readonly unknown[] ? readonly string[] : string }

export type ChangeFilters = (patch: Partial<Filters>, options?: ChangeOptions) => void

const plain = (word: string) => word.normalize('NFKC').trim()

/** A word as the filter searches for it; empty if nothing is left. */
export const tidied = (filter: Filter, word: string) => (filter.kind === 'ids' ? word : (filter.tidy ?? plain)(word))

/** A comma within a value would end it. */
const escape = (value: string) => value.replace(/[%,]/g, encodeURIComponent)
const unescape = (text: string) => text.replace(/%25|%2C/gi, decodeURIComponent)

/** Several values, separated by commas; those that the filter rejects are left out. */
const severalParam = (filter: Filter): Param<readonly string[]> => ({
  parse: text => {
    const values = new Set(text?.split(',').map(value => tidied(filter, unescape(value))).filter(Boolean))
    if (filter.options) return filter.options.filter(option => values.has(option))
    return [...values].filter(value => (filter.kind !== 'numbers' || /^\d+$/.test(value)) && (filter.accepts?.(value) ?? true))
  },
  format: values => (values.length === 0 ? null : values.map(escape).join(',')),
})

/** One value of a given form, or none. */
const formedParam = (form: RegExp): Param<string> => ({ parse: text => (text && form.test(text) ? text : ''), format: value => value || null })

function paramOf(filter: Filter): Param<string> | Param<readonly string[]> {
  if (takesSeveral(filter)) return severalParam(filter)
  switch (filter.kind) {
    case 'number_range':
      return formedParam(new RegExp(filter.pattern ?? ''))
    case 'day_range':
      return formedParam(/^\d{4}-\d{2}-\d{2}$/)
    case 'yes_no':
      return choiceParam(['', 'true', 'false'], '')
    case 'switch':
      return choiceParam(['', 'true'], '')
    default:
      return textParam()
  }
}

const byParameter = <T>(value: (filter: Filter) => T) => Object.fromEntries(all.flatMap(filter => filter.parameters.map(parameter => [parameter, value(filter)])))

/** How each parameter is written in the URL; the names are the API's. */
export const filterParams = byParameter(paramOf) as unknown as { readonly [P in Parameter]: Param<Filters[P]> }

/** No filter at all. */
export const noFilters = byParameter(filter => (takesSeveral(filter) ? [] : '')) as unknown as Filters

/** The values of a parameter as a list. */
export function valuesOf(filters: Filters, parameter: Parameter): readonly string[] {
  const value: string | readonly string[] = filters[parameter]
  return typeof value !== 'string' ? value : value === '' ? [] : [value]
}

/** The number of set values of a filter. */
export const countOf = (filters: Filters, { parameters }: Filter) => parameters.reduce((count, parameter) => count + valuesOf(filters, parameter).length, 0)

/** The number of set values, without the text, which has its own box. */
export const countFilters = (filters: Filters) => all.reduce((count, filter) => count + (filter.kind === 'words' ? 0 : countOf(filters, filter)), 0)

export const isFiltered = (filters: Filters) => all.some(filter => countOf(filters, filter) > 0)

/** A change with its consequences: a filter is removed with the one it depends on. */
export function changed(filters: Filters, patch: Partial<Filters>): Partial<Filters> {
  const next = { ...filters, ...patch }
  const lost = all.filter(filter => filter.with && isRange(filter) && valuesOf(next, filter.with as Parameter).length === 0)
  return { ...patch, ...Object.fromEntries(lost.flatMap(({ parameters }) => parameters.map(parameter => [parameter, '']))) }
}

function sent(filter: Filter, values: readonly string[]): unknown {
  if (filter.kind === 'switch') return true
  if (filter.kind === 'numbers') return values.map(Number)
  return takesSeveral(filter) ? values : values[0]?.trim()
}

/** Whether a range ends before it begins: its control says so, and the list is shown without it. */
export function isReversed(filters: Filters, filter: Filter): boolean {
  if (!isRange(filter)) return false
  const [from = '', to = ''] = filter.parameters.map(parameter => valuesOf(filters, parameter)[0] ?? '')
  if (from === '' || to === '') return false
  return filter.kind === 'day_range' ? from > to : Number(from) > Number(to)
}

/** The filters as the API's parameters. */
export function toFilter(filters: Filters): ApiFilters {
  const set = all.filter(filter => !isReversed(filters, filter)).flatMap(filter =>
    filter.parameters.flatMap(parameter => {
      const values = valuesOf(filters, parameter).filter(value => value.trim() !== '')
      return values.length > 0 ? [[parameter, sent(filter, values)]] : []
    }),
  )
  return Object.fromEntries(set) as ApiFilters
}

/** The request for a page of the list. */
export function toQuery(filters: Filters, table: { page: number; limit: number; sort: Sort | null }): SheetsQuery {
  const sort = sortedBy(table.sort)
  return {
    ...toFilter(filters),
    page: table.page,
    limit: table.limit,
    ...(sort && { [`order_by_${sort}`]: table.sort?.direction }),
  }
}

type SortField = keyof SheetsQuery extends infer K ? (K extends `order_by_${infer Field}` ? Field : never) : never

/** The field of an order, if the server can sort by it. */
export const sortedBy = (sort: Sort | null) => orders.find((field): field is SortField => field === sort?.field)
