/**
 * Why the last session ended, kept over the reload that ends it, so that the login page can say so:
 * - `logout`: the person logged out
 * - `tokenInvalidated`: the token ran out or was revoked
 * - `inactiveUser`: the account is not active
 * - `permissionDenied`: the server refused something that this session thought was allowed
 * - `twoFactorCompleted`: a second factor was set up, and the person has to log in with it
 *
 * `loggedIn` is the other way round: the session has just begun.
 */
export type LoginState = 'logout' | 'tokenInvalidated' | 'inactiveUser' | 'permissionDenied' | 'twoFactorCompleted' | 'loggedIn'

const states: readonly string[] = ['logout', 'tokenInvalidated', 'inactiveUser', 'permissionDenied', 'twoFactorCompleted', 'loggedIn'] satisfies LoginState[]
const key = 'anzen.loginState'

export function storeLoginState(state: LoginState): void {
  sessionStorage.setItem(key, state)
}

export function peekLoginState(): LoginState | null {
  const stored = sessionStorage.getItem(key)
  return stored !== null && states.includes(stored) ? (stored as LoginState) : null
}

/** Reads the state and forgets it: a notice is shown once. */
export function takeLoginState(): LoginState | null {
  const state = peekLoginState()
  sessionStorage.removeItem(key)
  return state
}
