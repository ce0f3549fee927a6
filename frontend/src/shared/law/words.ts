import { useCallback } from 'react'
import type { Content, Name } from '@/shared/api/laws'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { numberFormatter } from '@/shared/lib/formatters'
import type { Locale } from '@/shared/lib/locale'

const number = (value: number) => numberFormatter('en-US', { useGrouping: false, maximumSignificantDigits: 4 }).format(value)

/**
 * A share in mass per cent in the words of the language: `5%`, `10～20%`, `25%以上40%未満`, `1%未満`; `5 %`, `10–20 %`,
 * `≥25–<40 %`, `<1 %`. Empty if the sheet states none.
 */
export function contentText({ low, high, low_open: lowOpen, high_open: highOpen, known }: Content, locale: Locale): string {
  if (!known) return ''
  const japanese = locale === 'ja-JP'
  if (low === high) return japanese ? `${number(low)}%` : `${number(low)} %`
  const lower = low > 0 || lowOpen
  const upper = high < 100 || !lower
  const open = lowOpen || highOpen
  if (japanese) {
    if (lower && upper && !open) return `${number(low)}～${number(high)}%`
    return (lower ? `${number(low)}%${lowOpen ? '超' : '以上'}` : '') + (upper ? `${number(high)}%${highOpen ? '未満' : '以下'}` : '')
  }
  const from = lower ? (lowOpen ? '>' : upper && !open ? '' : '≥') + number(low) : ''
  const to = upper ? (highOpen ? '<' : lower && !open ? '' : '≤') + number(high) : ''
  return `${[from, to].filter(Boolean).join('–')} %`
}

const bound = /^(>=|>|<=|<|=)\s*(-?\d+(?:\.\d+)?)$/
const property = /^(?:(-?\d+(?:\.\d+)?)\s*(<=|<)\s*)?([A-Za-z_]+)(?:\s*(>=|>|<=|<|=)\s*(-?\d+(?:\.\d+)?))?(?:\s+(\S+))?$/
const sign: Record<string, string> = { '>=': '≥', '>': '>', '<=': '≤', '<': '<', '=': '=' }
const turned: Record<string, string> = { '<=': '≥', '<': '>' }
const behind: Record<string, string> = { '≥': '以上', '>': '超', '≤': '以下', '<': '未満' }

interface Bound {
  sign: string
  value: string
}

/** A threshold's parts: of a share (no field), or of a property in its unit; undefined for another form. */
export function readThreshold(text: string): { field?: string; bounds: readonly Bound[]; unit: string } | undefined {
  const shares = text.split(',').map(part => bound.exec(part.trim()))
  if (shares.every(found => found !== null)) return { bounds: shares.map(([, is = '', value = '']) => ({ sign: sign[is] ?? '', value })), unit: '%' }
  const [, low, lowIs = '', field, is = '', value, unit = ''] = property.exec(text.trim()) ?? []
  const bounds = [...(low ? [{ sign: turned[lowIs] ?? '', value: low }] : []), ...(value ? [{ sign: sign[is] ?? '', value }] : [])]
  return field && bounds.length > 0 ? { field, bounds, unit: unit.replace(/^deg(?=[CF]$)/, '°') } : undefined
}

/** Bounds in the words of the language: `10%以上20%未満`, `0 ℃以上30 ℃未満`; `≥ 0, < 30 °C`. */
export function boundsText(bounds: readonly Bound[], unit: string, locale: Locale): string {
  if (locale !== 'ja-JP') return `${bounds.map(({ sign, value }) => `${sign} ${value}`).join(', ')} ${unit}`.trim()
  const behindValue = unit === '%' ? unit : unit && ` ${unit.replace('°C', '℃')}`
  return bounds.map(({ sign, value }) => value + behindValue + (behind[sign] ?? '')).join('')
}

/** A threshold as text: `1%以上`, `引火点 0 ℃以上30 ℃未満`. */
export function useThresholdText() {
  const { t } = useTranslation()
  const locale = useLocale()
  return useCallback(
    (whole: string): string => {
      const [or, and] = locale === 'ja-JP' ? ['、または', 'かつ'] : [', or ', ' and ']
      const one = (text: string): string => {
        const read = readThreshold(text)
        if (!read) return text
        const { field, bounds, unit } = read
        const [first] = bounds
        if (field === undefined && bounds.length === 1 && (first?.sign === '≥' || first?.sign === '>')) return t(first.sign === '>' ? 'laws.proof.above' : 'laws.proof.atLeast', { value: first.value })
        return [field && t(`sds.field.${field}`, { defaultValue: field }), boundsText(bounds, unit, locale)].filter(Boolean).join(' ')
      }
      return whole.split(', or ').map(part => part.split(' and ').map(one).join(and)).join(or)
    },
    [t, locale],
  )
}

/** A name in the language of the screen; the other one if it has none. */
export function useLawName() {
  const locale = useLocale()
  return useCallback((name: Name | undefined) => (name ? (locale === 'ja-JP' ? name.ja || name.en : name.en || name.ja) : ''), [locale])
}

/** The name of a law's class within its category; a category's only class, or one without a name, has the category's. */
export function useClassName() {
  const { t } = useTranslation()
  const nameOf = useLawName()
  return useCallback(
    (category: Name | undefined, name: Name | undefined): string => {
      const [whole, part] = [nameOf(category), nameOf(name)]
      return part && part !== whole ? t('laws.className', { category: whole, name: part }) : whole
    },
    [t, nameOf],
  )
}
