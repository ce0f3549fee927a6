import { dateFormatter, numberFormatter } from './formatters'
import type { Locale } from './locale'

const timeZone = 'Asia/Tokyo'

/** A date (`YYYY-MM-DD`) as the language writes it, or a month (`YYYY-MM`) where a sheet states no day; empty for none. */
export function formatDate(day: string | null | undefined, locale: Locale): string {
  if (!day) return ''
  // A plain date has no zone: parsed and formatted as UTC it stays the same everywhere.
  const plain = /^\d{4}-\d{2}(-\d{2})?$/.exec(day)
  const date = new Date(day)
  if (Number.isNaN(date.getTime())) return ''
  const wholeMonth = plain !== null && plain[1] === undefined
  return dateFormatter(locale, { year: 'numeric', month: '2-digit', day: wholeMonth ? undefined : '2-digit', timeZone: plain ? 'UTC' : timeZone }).format(date)
}

/** A month (YYYY-MM), such as 2026年11月 or November 2026; as it is if it is none. */
export function formatMonth(month: string, locale: Locale): string {
  const date = new Date(`${month}-01T00:00:00Z`)
  return Number.isNaN(date.getTime()) ? month : dateFormatter(locale, { year: 'numeric', month: 'long', timeZone: 'UTC' }).format(date)
}

/** A time (RFC 3339) in Japan, with date and time of day. */
export function formatDateTime(moment: string | null | undefined, locale: Locale): string {
  if (!moment) return ''
  const date = new Date(moment)
  if (Number.isNaN(date.getTime())) return ''
  return dateFormatter(locale, {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  }).format(date)
}

export function formatNumber(value: number, locale: Locale): string {
  return numberFormatter(locale).format(value)
}

/** A number in a text: how it is written, and as the count that chooses between singular and plural. */
export const counted = (count: number, locale: Locale) => ({ count, n: formatNumber(count, locale) })

/** A number of bytes in the unit that fits: `512 B`, `1.5 MB`. */
export function formatBytes(bytes: number, locale: Locale): string {
  const units = ['B', 'kB', 'MB', 'GB']
  let value = bytes
  let unit = 0
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000
    unit++
  }
  return `${numberFormatter(locale, { maximumFractionDigits: unit === 0 ? 0 : 1 }).format(value)} ${units[unit]}`
}
