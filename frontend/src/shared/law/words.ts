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

const percent = /^(>=|>|<=|<)\s*(\d+(?:\.\d+)?)$/
const property = /^(\w+)\s*(>=|>|<=|<|=)\s*(-?\d+(?:\.\d+)?)(?:\s+(\S+))?$/
const sign: Record<string, string> = { '>=': '≥', '>': '>', '<=': '≤', '<': '<', '=': '=' }

/** A threshold's parts: of a share (no field), or of a property in its unit; undefined for another form. */
export function readThreshold(text: string): { field?: string; sign: string; value: string; unit: string } | undefined {
  const share = percent.exec(text.trim())
  if (share) return { sign: sign[share[1] ?? ''] ?? '', value: share[2] ?? '', unit: '%' }
  const found = property.exec(text.trim())
  if (!found) return undefined
  return { field: found[1], sign: sign[found[2] ?? ''] ?? '', value: found[3] ?? '', unit: (found[4] ?? '').replace(/^deg(?=[CF]$)/, '°') }
}

/** A threshold as text: `1%以上`, `引火点 < 21 °C`. */
export function useThresholdText() {
  const { t } = useTranslation()
  return useCallback(
    (text: string): string => {
      const read = readThreshold(text)
      if (!read) return text
      if (read.field === undefined) return t(read.sign === '>' ? 'laws.proof.above' : 'laws.proof.atLeast', { value: read.value })
      const field = t(`sds.field.${read.field}`, { defaultValue: read.field })
      return [field, read.sign, read.value, read.unit].filter(Boolean).join(' ')
    },
    [t],
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
