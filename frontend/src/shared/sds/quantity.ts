import type { Quantity } from '@/shared/api/sheets'
import { numberFormatter } from '@/shared/lib/formatters'
import type { Locale } from '@/shared/lib/locale'

const number = (value: number) => numberFormatter('en-US', { useGrouping: false, maximumSignificantDigits: 15 }).format(value)

/** The numbers of a quantity without its unit: `5`, `1～5`, `≤5`, `>1～<5`. `parseRange` parses them. */
export function formatRange({ low, low_op: lowOp = '=', high, high_op: highOp = '=' }: Quantity): string {
  if (low !== undefined && low === high && lowOp !== '>' && highOp !== '<') return number(low)
  // Between two ends, "from 1" and "1 or more" are the same.
  const lower = low === undefined ? '' : (lowOp === '>' ? '>' : high === undefined ? '≥' : '') + number(low)
  const upper = high === undefined ? '' : (highOp === '<' ? '<' : low === undefined ? '≤' : '') + number(high)
  return [lower, upper].filter(Boolean).join('～')
}

/** A unit as shown: the server's `C` is `°C`. */
export const formatUnit = (unit: string) => (unit === 'C' || unit === 'F' ? `°${unit}` : unit)

/** A quantity as Japanese writes it: `1～5%`, and in words where an end is open or missing: `25%以上40%未満`, `99%以上`. */
function inJapanese({ unit, ...range }: Quantity): string {
  const { low, low_op: lowOp, high, high_op: highOp } = range
  const behind = unit ? (unit === '%' ? unit : ` ${formatUnit(unit)}`) : ''
  if (low !== undefined && high !== undefined && lowOp !== '>' && highOp !== '<') return formatRange(range) + behind
  const lower = low === undefined ? '' : `${number(low)}${behind}${lowOp === '>' ? '超' : '以上'}`
  const upper = high === undefined ? '' : `${number(high)}${behind}${highOp === '<' ? '未満' : '以下'}`
  return lower + upper
}

/** A quantity as text: `20 ppm`, `1～5%`, `25%以上40%未満`; in English `1–5 %`, `25–<40 %`, `≥99 %`. */
export function formatQuantity({ unit, ...range }: Quantity, locale: Locale): string {
  if (locale === 'ja-JP') return inJapanese({ unit, ...range })
  return [formatRange(range).replace('～', '–'), unit && formatUnit(unit)].filter(Boolean).join(' ')
}
