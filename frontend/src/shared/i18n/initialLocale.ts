import { hasStoredUser } from '@/shared/auth/stored'
import { type Locale, localeFor, toLocale } from '@/shared/lib/locale'

/** The language chosen on this device, for the logged-out state. */
export const localeKey = 'anzen.locale'
/** The language of the account that was last logged in, known before the account is read. */
export const accountLocaleKey = 'anzen.accountLocale'

/** The language of the account while somebody is logged in; otherwise the one chosen before on this device, or the one for the browser's languages. */
export function initialLocale(): Locale {
  const account = hasStoredUser() ? localStorage.getItem(accountLocaleKey) : null
  return toLocale(account) ?? toLocale(localStorage.getItem(localeKey)) ?? localeFor(navigator.languages)
}
