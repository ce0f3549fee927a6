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

/** A range without one of its ends, as Japanese says it: `25%以上40%未満`. */
function inWords({ low, low_op: lowOp, high, high_op: highOp, unit }: Quantity): string | undefined {
  if (low === undefined || high === undefined || (lowOp !== '>' && highOp !== '<')) return undefined
  const behind = unit && (unit === '%' ? unit : ` ${formatUnit(unit)}`)
  return `${number(low)}${behind ?? ''}${lowOp === '>' ? '超' : '以上'}${number(high)}${behind ?? ''}${highOp === '<' ? '未満' : '以下'}`
}

/** A quantity as text: `20 ppm`, `1～5 %`, `25%以上40%未満`; a range in English with a dash: `25–<40 %`. */
export function formatQuantity({ unit, ...range }: Quantity, locale: Locale): string {
  const words = locale === 'ja-JP' && inWords({ unit, ...range })
  if (words) return words
  return [formatRange(range).replace('～', locale === 'ja-JP' ? '～' : '–'), unit && formatUnit(unit)].filter(Boolean).join(' ')
}
