import type { Locale } from '@/shared/lib/locale'

const japanese = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

/** A person's full name: the family name first where the name is Japanese, by its characters or by the locale (company.User.Name on the server). */
export const fullName = ({ last_name: last, first_name: first }: { last_name: string; first_name: string }, locale: Locale): string =>
  locale === 'ja-JP' || japanese.test(last) ? `${last} ${first}` : `${first} ${last}`
