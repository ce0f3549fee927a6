import { useCallback } from 'react'
import type { MixtureCategory, MixtureIngredient, MixtureReason, MixtureResult, MixtureStep } from '@/shared/api/mixture'
import { useLocale } from '@/shared/i18n/useLocale'
import { keyIn } from '@/shared/i18n/keys'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { useLawName } from '@/shared/law/words'
import { numberFormatter } from '@/shared/lib/formatters'

const figure = (value: number) => numberFormatter('en-US', { useGrouping: false, maximumSignificantDigits: 4 }).format(value)

const units: Record<string, string> = { C: '℃', mm2_s: 'mm²/s', 'mm2/s': 'mm²/s' }

/** A unit as it is shown after a number. */
export const unitText = (unit: string | undefined) => (unit ? ` ${units[unit] ?? unit}` : '')

export const signs: Record<MixtureStep['op'], string> = { '>=': '≥', '<=': '≤', '<': '<' }

/** Figures from one end to the other; one where both are the same. */
export const rangeText = (low: number, high: number, unit?: string, highOpen = false) =>
  (low === high ? figure(low) : low === 0 && highOpen ? `< ${figure(high)}` : `${figure(low)}–${figure(high)}`) + unitText(unit)

/** The value of a step at both ends; one that is not stated or unbounded says so. */
export function useStepValue() {
  const { t } = useTranslation()
  return useCallback(
    ({ kind, low, high, high_open: highOpen, unit }: MixtureStep): string => {
      if (low === undefined && high === undefined) return t('mixture.step.notStated')
      if (low !== undefined && high !== undefined) return rangeText(low, high, unit, highOpen)
      if (kind === 'property' && low === undefined) return `≤ ${figure(high ?? 0)}${unitText(unit)}`
      return t('mixture.step.unbounded', { value: `${figure(low ?? 0)}${unitText(unit)}` })
    },
    [t],
  )
}

/** A category's name; `none` for the absence of one. */
export function useCategoryName() {
  const nameOf = useLawName()
  return useCallback((category: MixtureCategory | undefined, none: string) => (category ? nameOf(category.name) : none), [nameOf])
}

/** What the calculation leads to, as text. */
export function useResultText() {
  const { t } = useTranslation()
  const category = useCategoryName()
  return useCallback(
    ({ verdict, mildest, severest, incomplete }: MixtureResult): string => {
      const none = t('mixture.noCategory')
      switch (verdict) {
        case 'unknown':
          return t('mixture.cannotJudge')
        case 'not_classified':
          return none
        case 'open':
          return t('mixture.between', { mildest: category(mildest, none), severest: category(severest, none) })
        case 'classified':
          return incomplete ? t('mixture.atLeast', { category: category(severest, none) }) : category(severest, none)
      }
    },
    [t, category],
  )
}

/** An ingredient as the steps call it. */
export function useIngredientName(ingredients: readonly MixtureIngredient[]) {
  const { t } = useTranslation()
  return useCallback((index: number) => ingredients[index]?.name || ingredients[index]?.cas[0] || t('mixture.term.unnamed', { number: index + 1 }), [t, ingredients])
}

/** A reason as a sentence. */
export function useReasonText(ingredients: readonly MixtureIngredient[]) {
  const { t } = useTranslation()
  const locale = useLocale()
  const name = useIngredientName(ingredients)
  return useCallback(
    ({ code, property, ingredients: about }: MixtureReason): string =>
      t(keyIn('mixture.reason', code), {
        names: (about ?? []).map(name).join(locale === 'ja-JP' ? '、' : ', '),
        property: property ? t(keyIn('sds.field', property)) : '',
      }),
    [t, locale, name],
  )
}
