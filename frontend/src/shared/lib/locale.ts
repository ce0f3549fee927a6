/** The languages of the product. */
export type Locale = 'ja-JP' | 'en-US'

export const locales: readonly Locale[] = ['ja-JP', 'en-US']

/** Maps `ja`, `ja-JP`, `en`, `en-GB` ... to one of ours; null for any other language. */
export function toLocale(tag: string | null | undefined): Locale | null {
  const language = tag?.toLowerCase().split('-')[0]
  if (language === 'ja') return 'ja-JP'
  if (language === 'en') return 'en-US'
  return null
}

/**
 * The language for a browser's languages: the first supported one; Japanese for a browser with Chinese
 * only; otherwise English.
 */
export function localeFor(languages: readonly string[]): Locale {
  for (const tag of languages) {
    const locale = toLocale(tag)
    if (locale) return locale
  }
  const chineseOnly = languages.length > 0 && languages.every(tag => tag.toLowerCase().split('-')[0] === 'zh')
  return chineseOnly ? 'ja-JP' : 'en-US'
}
