/**
 * Why the last session ended, stored over the reload that ends it, for the login page:
 * - `logout`: the user logged out
 * - `tokenInvalidated`: the token expired or was revoked
 * - `idle`: the session was not used for the time that the company has set
 * - `inactiveUser`: the account is not active
 * - `permissionDenied`: the server refused an action that this session considered permitted
 * - `twoFactorCompleted`: a second factor was set up, and the user has to log in with it
 *
 * `loggedIn` is the opposite: the session has just begun.
 */
export type LoginState = 'logout' | 'tokenInvalidated' | 'idle' | 'inactiveUser' | 'permissionDenied' | 'twoFactorCompleted' | 'loggedIn'

const states: readonly string[] = ['logout', 'tokenInvalidated', 'idle', 'inactiveUser', 'permissionDenied', 'twoFactorCompleted', 'loggedIn'] satisfies LoginState[]
const key = 'anzen.loginState'

export function storeLoginState(state: LoginState): void {
  sessionStorage.setItem(key, state)
}

export function peekLoginState(): LoginState | null {
  const stored = sessionStorage.getItem(key)
  return stored !== null && states.includes(stored) ? (stored as LoginState) : null
}

/** Reads and removes the state: a notice is shown once. */
export function takeLoginState(): LoginState | null {
  const state = peekLoginState()
  sessionStorage.removeItem(key)
  return state
}

const leftKey = 'anzen.leftFrom'

/** Remembers the route of a session that ends on the user pool's hosted pages, which return to the dashboard's root; empty for none. */
export const storeLeftRoute = (route: string) => sessionStorage.setItem(leftKey, route)

/** Where to continue at the root after a session has ended on the hosted pages; null if it is no such return. */
export function takeLeftRoute(): string | null {
  const route = sessionStorage.getItem(leftKey)
  sessionStorage.removeItem(leftKey)
  return route
}
