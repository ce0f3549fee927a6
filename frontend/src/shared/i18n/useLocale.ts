import type { Locale } from '@/shared/lib/locale'
import { useTranslation } from './useTranslation'

/** The current language; the component renders again when it changes. */
export const useLocale = (): Locale => useTranslation().locale
