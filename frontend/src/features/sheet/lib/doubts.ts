import type { TextKey } from '@/shared/i18n/keys'
import { casFault, tidyCas } from '@/shared/lib/cas'
import type { Definition } from '@/shared/sds/definitions'
import { formatUnit } from '@/shared/sds/quantity'
import { isNoDay, parseDay } from './day'
import { parseRange, parseUnit } from './value'

/** What is doubtful about a value while it is typed: the key of its text with values. It may be saved all the same, except what cannot be read. */
export interface Doubt {
  key: TextKey
  values?: Record<string, unknown>
}

/** A UN number in plain form: its digits alone. */
export const tidyUn = (text: string) => text.normalize('NFKC').trim().replace(/^(?:UN|ID|NA)\s*(?:No\.?)?\s*(?=\d)/i, '')

/** Not a number, but an answer: the goods are none of the regulations, or the sheet says that it has none. */
const noUn = /^(?:not[ _-]?(?:regulated|applicable|assigned)|none|n\/a|n\.a\.|-|該当しない|非該当|該当なし|なし|無し|規制対象外)$/i

/** The first and the last UN number that can be assigned in four digits. */
const [lowest, highest] = [4, 3999]

export function unDoubt(text: string): Doubt | undefined {
  const plain = tidyUn(text)
  if (plain === '' || noUn.test(plain) || (/\p{L}/u.test(plain) && !/\d/.test(plain))) return undefined
  if (/^\d{1,3}$/.test(plain)) return undefined
  if (!/^\d{4}$/.test(plain)) return { key: 'sheet.edit.un.form' }
  const number = Number(plain)
  return number < lowest || number > highest ? { key: 'sheet.edit.un.range', values: { number: plain } } : undefined
}

/** The doubt of a day, or how it is read if it was typed in another form. */
export function dayDoubt(text: string): Doubt | undefined {
  return isNoDay(text) ? { key: 'sheet.edit.badDate' } : undefined
}

export const dayReading = (text: string): string | undefined => {
  const day = parseDay(text)
  return day === text.trim() ? undefined : day
}

/** A number or a range with its unit behind it: the two parts. */
export function splitUnit(text: string): { range: string; unit: string } | undefined {
  const match = /^(.*?[\d以上下未満超])\s*([^\d\s以未超～~〜<>=≤≥.,+-].*)$/u.exec(text.normalize('NFKC').trim())
  if (!match || !parseRange(match[1] ?? '')) return undefined
  return { range: match[1] ?? '', unit: match[2] ?? '' }
}

/** What a number or a range may still become while it is typed. */
const begun = /^(?:約|ca\.?)?[<>=≤≥≦≧]*=?[+-]?[\d.,]*(?:e[+-]?\d*)?(?:以上|以下|未満|超)?[~〜～–—―−‐-]?[<>=≤≥≦≧]*=?[+-]?[\d.,]*(?:e[+-]?\d*)?(?:以|以上|以下|未|未満|超)?$/i

export function rangeDoubt(text: string): Doubt | undefined {
  const plain = text.normalize('NFKC').replace(/\s/g, '')
  if (plain === '' || parseRange(text) || splitUnit(text)) return undefined
  if (!begun.test(plain)) return { key: 'sheet.edit.badRange' }
  // A second number of fewer digits, or of one, may still grow.
  const ends = /^[^\d]*(\d[\d.]*)[^\d.]+(\d[\d.]*)$/.exec(plain)
  const [low = '', high = ''] = [ends?.[1], ends?.[2]]
  return ends && Number(low) > Number(high) && high.length > 1 && high.length >= low.length ? { key: 'sheet.edit.reversed' } : undefined
}

/** A unit that the field does not have; the beginning of one is none yet. */
export function unitDoubt({ units = [] }: Pick<Definition, 'units'>, text: string): Doubt | undefined {
  const unit = formatUnit(parseUnit(text))
  if (unit === '' || units.length === 0) return undefined
  const known = units.map(formatUnit)
  return known.some(one => one.toLowerCase().startsWith(unit.toLowerCase())) ? undefined : { key: 'sheet.edit.unknownUnit', values: { unit, known: known.slice(0, 6).join(' / ') } }
}

/** The first doubtful CAS number: of added ones by form and check digit, of the one being typed once it is complete. */
export function casDoubt(taken: readonly string[], typed: string): Doubt | undefined {
  const last = tidyCas(typed)
  for (const cas of taken) {
    const fault = casFault(cas)
    if (fault) return { key: `sheet.edit.cas.${fault}`, values: { cas } }
  }
  return casFault(last) === 'checkDigit' ? { key: 'sheet.edit.cas.checkDigit', values: { cas: last } } : undefined
}
