import type { components } from '@/shared/api/schema'
import { paths, withQuery } from './paths'

/** A comma separates values, so one within a value is escaped. */
const escape = (value: string) => value.replace(/[%,]/g, encodeURIComponent)

/** The address of the list of sheets with a filter, as the list itself writes it. */
export function listAddress(filter: components['schemas']['Filters'] = {}): string {
  const query = Object.entries(filter).map(([name, value]) => [name, Array.isArray(value) ? value.map(one => escape(String(one))).join(',') : String(value)] as const)
  return withQuery(paths.sdsList, Object.fromEntries(query))
}
