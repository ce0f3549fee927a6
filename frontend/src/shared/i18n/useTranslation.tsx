import i18next, { type TFunction } from 'i18next'
import { type ReactNode, createContext, use, useSyncExternalStore } from 'react'
import { type Locale, toLocale } from '@/shared/lib/locale'

/** The texts of a language. */
interface Texts {
  language: string
  locale: Locale
  t: TFunction
}

let texts: Texts | undefined

function currentTexts(): Texts {
  const { language } = i18next
  if (!texts || texts.language !== language) texts = { language, locale: toLocale(language) ?? 'ja-JP', t: i18next.getFixedT(language) }
  return texts
}

const TextsContext = createContext<Texts | null>(null)

function subscribe(onChange: () => void) {
  i18next.on('languageChanged', onChange)
  return () => i18next.off('languageChanged', onChange)
}

/** Lets what is within it be rendered again in another language. Only it observes the language: a sheet has thousands of texts. */
export function TextsProvider({ children }: { children: ReactNode }) {
  return <TextsContext value={useSyncExternalStore(subscribe, currentTexts)}>{children}</TextsContext>
}

/** The texts of the current language; `t` is another function in another language, and else stays. */
export const useTranslation = (): Texts => use(TextsContext) ?? currentTexts()
