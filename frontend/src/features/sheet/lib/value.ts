import type { Quantity, Value } from '@/shared/api/sheets'
import { formatDate } from '@/shared/lib/format'
import { dateFormatter } from '@/shared/lib/formatters'
import type { Locale } from '@/shared/lib/locale'
import { formatQuantity } from '@/shared/sds/quantity'

/** A unit as the server encodes it. */
export const parseUnit = (unit: string) => unit.normalize('NFKC').trim().replace(/^°\s?([CF])$/, '$1')

const digits = '[+-]?(?:\\d+(?:\\.\\d+)?|\\.\\d+)(?:e[+-]?\\d+)?'
const end = `(<=|>=|<|>|=)?(${digits})(以上|以下|未満|超)?`
const pattern = new RegExp(`^${end}(?:[~-]${end})?$`, 'i')
const words: Record<string, string> = { 以上: '>=', 以下: '<=', 未満: '<', 超: '>' }

/**
 * Parses a number or a range: `5`, `1-5`, `1～5`, `<=5`, `≥10`, `>1～<5`, `-20～-10`, `5以上10未満`. Undefined if
 * it is neither, or its lower end is above its upper.
 */
export function parseRange(text: string): Omit<Quantity, 'unit'> | undefined {
  const plain = text
    .normalize('NFKC')
    .replace(/[≤≦]/g, '<=')
    .replace(/[≥≧]/g, '>=')
    .replace(/[〜～–—―−‐]/g, mark => ('−‐'.includes(mark) ? '-' : '~'))
    .replace(/[\s,]/g, '')
    .replace(/(以上|超)(?=[\d+.-])/, '$1~')
  const match = pattern.exec(plain)
  if (!match) return undefined
  const [, op1, first, word1 = '', op2, second, word2 = ''] = match
  const firstOp = op1 ?? words[word1]
  const secondOp = op2 ?? words[word2]
  const from = Number(first)
  if (second === undefined) {
    if (firstOp === undefined || firstOp === '=') return { low: from, low_op: '=', high: from, high_op: '=' }
    return firstOp.startsWith('<') ? { high: from, high_op: firstOp as '<' | '<=' } : { low: from, low_op: firstOp as '>' | '>=' }
  }
  const to = Number(second)
  if (from > to || firstOp?.startsWith('<') || secondOp?.startsWith('>')) return undefined
  return { low: from, low_op: firstOp === '>' ? '>' : '>=', high: to, high_op: secondOp === '<' ? '<' : '<=' }
}

/** A day or a month as the language writes it. */
export function formatDay(text: string, locale: Locale): string {
  const month = /^(\d{4})-(\d{2})$/.exec(text)
  if (!month) return formatDate(text, locale) || text
  return dateFormatter(locale, { year: 'numeric', month: '2-digit', timeZone: 'UTC' }).format(new Date(`${text}-01T00:00:00Z`))
}

/** Whether two values are equal. */
export function sameValue(a: Value | undefined, b: Value | undefined): boolean {
  if (!a || !b) return a === b
  const text = (value: Value) => JSON.stringify([value.kind, value.text ?? '', value.list ?? [], quantityKey(value.quantity)])
  return text(a) === text(b)
}

const quantityKey = (quantity: Quantity | undefined) =>
  quantity ? [quantity.low ?? null, quantity.low_op ?? '', quantity.high ?? null, quantity.high_op ?? '', quantity.unit ?? ''] : null

/** A value as text, of a choice by `choose`. */
export function valueText(value: Value, locale: Locale, choose: (text: string) => string, separator: string): string {
  switch (value.kind) {
    case 'quantity':
      return value.quantity ? formatQuantity(value.quantity, locale) : ''
    case 'list':
      return (value.list ?? []).join(separator)
    case 'date':
      return formatDay(value.text ?? '', locale)
    case 'choice':
    case 'flag':
      return choose(value.text ?? '')
    default:
      return value.text ?? ''
  }
}
