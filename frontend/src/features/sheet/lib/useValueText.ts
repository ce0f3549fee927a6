import { useCallback } from 'react'
import type { Value } from '@/shared/api/sheets'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { valueText } from './value'

/** The name of a choice of a field; flags have the same two everywhere. */
export function useChoiceText() {
  const { t } = useTranslation()
  return useCallback(
    (kind: Value['kind'], key: string, choice: string) => {
      const name = `sds.choice.${kind === 'flag' ? 'flag' : key}.${choice}`
      return t(name, { defaultValue: choice })
    },
    [t],
  )
}

/** A value of the field with the key as text, in the language of the screen. */
export function useValueText() {
  const { t } = useTranslation()
  const locale = useLocale()
  const choose = useChoiceText()
  return useCallback(
    (key: string, value: Value) => {
      // The server's word for goods that have no number because no rules apply.
      if (key === 'un_number' && value.text === 'not_regulated') return t('sds.notRegulated')
      // Categories are texts, of which some have names: "not_classified", "compressed".
      if (key === 'category' && value.kind === 'text' && /^[a-z]+(_[a-z]+)*$/.test(value.text ?? '')) return choose('choice', key, value.text ?? '')
      return valueText(value, locale, choice => choose(value.kind, key, choice), t('common.listSeparator'))
    },
    [t, locale, choose],
  )
}
