import { useTranslation } from '@/shared/i18n/useTranslation'
import { isTooLong, lengthOf } from '@/shared/lib/tooLong'

/**
 * What is said beside a text that is longer than the API takes; undefined for others. Inputs cut nothing: of what is pasted
 * the end would be lost unnoticed.
 */
export function useTooLong(): (text: string, rule: { maxLength: number }) => string | undefined {
  const { t } = useTranslation()
  return (text, rule) => (isTooLong(text, rule) ? t('common.tooLong', { length: rule.maxLength, now: lengthOf(text) }) : undefined)
}
