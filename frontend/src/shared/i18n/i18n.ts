import i18next, { type FormatterModule } from 'i18next'
import { loadChunk } from '@/shared/lib/chunks'
import { numberFormatter } from '@/shared/lib/formatters'
import { type Locale, toLocale } from '@/shared/lib/locale'
import { accountLocaleKey, initialLocale, localeKey } from './initialLocale'
import type { TextKey } from './keys'
import { neededTexts, whenTextsNeeded } from './needs'

// Of each language only the areas in use are loaded: each file's name is the first part of its keys.
const languages: Record<Locale, Record<string, () => Promise<unknown>>> = {
  'ja-JP': import.meta.glob('./ja/*.json', { import: 'default' }),
  'en-US': import.meta.glob('./en/*.json', { import: 'default' }),
}
/** Whole numbers within texts, with the separators of the language. What is no amount, such as a year, is given as text. */
const numbers = {
  type: 'formatter',
  format: (value: unknown, _format: unknown, language: string) => (Number.isInteger(value) ? numberFormatter(language).format(value as number) : value),
} as FormatterModule

const folders: Record<Locale, string> = { 'ja-JP': 'ja', 'en-US': 'en' }
const loading = new Map<string, Promise<void>>()

/** Loads an area of texts in a language. */
export async function addArea(locale: Locale, area: string): Promise<void> {
  const file = `./${folders[locale]}/${area}.json`
  const known = loading.get(file)
  if (known) return known
  const load = languages[locale][file]
  if (!load) throw new Error(`there are no texts ${file}`)
  const added = loadChunk(load).then(texts => void i18next.addResourceBundle(locale, 'translation', { [area]: texts }, true, true))
  loading.set(file, added)
  try {
    await added
  } catch (error) {
    loading.delete(file)
    throw error
  }
}

const addTexts = async (locale: Locale) => void (await Promise.all(neededTexts().map(area => addArea(locale, area))))

/** The languages whose texts are being loaded, to be shown next. */
const coming: Locale[] = []

/** Loads the texts of the code that has been loaded by now, in the current language and in one that is about to be shown. */
export const textsReady = async () => void (await Promise.all([currentLocale(), ...coming].map(addTexts)))

export async function startI18n(locale: Locale = initialLocale()): Promise<void> {
  if (!i18next.isInitialized) {
    i18next.on('languageChanged', language => {
      document.documentElement.lang = language.split('-')[0] ?? language
    })
    await i18next.use(numbers).init({
      lng: locale,
      resources: {},
      supportedLngs: ['ja-JP', 'en-US'],
      load: 'currentOnly',
      fallbackLng: false,
      returnNull: false,
      interpolation: { escapeValue: false, alwaysFormat: true },
    })
  }
  await addTexts(locale)
  await i18next.changeLanguage(locale)
  // A failure is met by whoever waits for the texts.
  whenTextsNeeded(() => void textsReady().catch(() => undefined))
}

export function currentLocale(): Locale {
  return toLocale(i18next.language) ?? 'ja-JP'
}

/** Shows another language temporarily. */
export async function showLocale(locale: Locale): Promise<void> {
  coming.push(locale)
  try {
    await addTexts(locale)
    await i18next.changeLanguage(locale)
  } finally {
    coming.splice(coming.indexOf(locale), 1)
  }
}

/** Shows the language of the account, which applies on every device, and with which the next page begins. */
export async function showAccountLocale(locale: Locale): Promise<void> {
  localStorage.setItem(accountLocaleKey, locale)
  await showLocale(locale)
}

/** Switches the language and stores it on this device, for the logged-out state. Fails if its texts cannot be loaded. */
export async function switchLocale(locale: Locale): Promise<void> {
  await showLocale(locale)
  localStorage.setItem(localeKey, locale)
  localStorage.setItem(accountLocaleKey, locale)
}

/** Whether there is a text for the key in the current language. */
export function hasText(textKey: string): boolean {
  return i18next.exists(textKey)
}

/** A text outside of a component. */
export function text(textKey: TextKey, values?: Record<string, unknown>): string {
  return i18next.t(textKey, values ?? {})
}
