import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { type Locale, localeFor, toLocale } from '@/shared/lib/locale'

const key = 'anzen.locale'

// Only the current language is loaded; the other on switching to it.
const languages: Record<Locale, () => Promise<{ texts: Record<string, unknown> }>> = {
  'ja-JP': () => import('./ja'),
  'en-US': () => import('./en'),
}

async function addTexts(locale: Locale): Promise<void> {
  if (i18next.hasResourceBundle(locale, 'translation')) return
  const { texts } = await languages[locale]()
  const bundle = Object.fromEntries(Object.entries(texts).map(([file, content]) => [file.replace(/^.*\/|\.json$/g, ''), content]))
  i18next.addResourceBundle(locale, 'translation', bundle)
}

/** The language chosen before on this device, otherwise the one for the browser's languages. */
function initialLocale(): Locale {
  return toLocale(localStorage.getItem(key)) ?? localeFor(navigator.languages)
}

export async function startI18n(locale: Locale = initialLocale()): Promise<void> {
  if (!i18next.isInitialized) {
    i18next.on('languageChanged', language => {
      document.documentElement.lang = language.split('-')[0] ?? language
    })
    await i18next.use(initReactI18next).init({
      lng: locale,
      resources: {},
      supportedLngs: ['ja-JP', 'en-US'],
      load: 'currentOnly',
      fallbackLng: false,
      returnNull: false,
      interpolation: { escapeValue: false },
      react: { useSuspense: false },
    })
  }
  await addTexts(locale)
  await i18next.changeLanguage(locale)
}

export function currentLocale(): Locale {
  return toLocale(i18next.language) ?? 'ja-JP'
}

/** Shows another language temporarily. */
export async function showLocale(locale: Locale): Promise<void> {
  await addTexts(locale)
  await i18next.changeLanguage(locale)
}

/** Switches the language and stores it on this device, for the logged-out state. Fails if its texts cannot be loaded. */
export async function switchLocale(locale: Locale): Promise<void> {
  await showLocale(locale)
  localStorage.setItem(key, locale)
}

/** Whether there is a text for the key in the current language. */
export function hasText(textKey: string): boolean {
  return i18next.exists(textKey)
}

/** A text outside of a component. */
export function text(textKey: string, values?: Record<string, unknown>): string {
  return i18next.t(textKey, values ?? {})
}
