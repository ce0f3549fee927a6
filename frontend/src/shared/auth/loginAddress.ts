import { paths, withQuery } from '@/shared/lib/paths'
import { peekLoginState } from './loginState'

/** The address of the login for somebody who wanted to go to an address, and is led back there unless they have just logged out. */
export function loginAddress(wanted: string): string {
  const state = peekLoginState()
  return state === 'logout' || state === 'twoFactorCompleted' ? paths.login : withQuery(paths.login, { redirect: wanted })
}
