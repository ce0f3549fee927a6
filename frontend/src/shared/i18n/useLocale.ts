import { useTranslation } from 'react-i18next'
import { type Locale, toLocale } from '@/shared/lib/locale'

/** The current language; the component renders again when it changes. */
export function useLocale(): Locale {
  const { i18n } = useTranslation()
  return toLocale(i18n.language) ?? 'ja-JP'
}
