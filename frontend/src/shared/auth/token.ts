import { config } from '@/shared/config/config'
import { isOwner, yieldToOther } from './otherTabs'
import { userPool } from './pool'
import { type IdToken, hasStoredUser, storedToken, withClaims } from './stored'

let held: Promise<unknown> | undefined

/** The ID token, refreshed if it has expired. */
async function current(): Promise<IdToken | null> {
  const stored = storedToken(config().userPoolClientId)
  if (stored) return stored
  // Nobody has logged in on this device: there is nothing that the client could refresh.
  if (!hasStoredUser()) return null
  const { tokens } = await (await userPool()).fetchAuthSession()
  const token = tokens?.idToken
  return token ? withClaims(token.toString(), token.payload) : null
}

/**
 * The ID token for a request, refreshed if it has expired; null without a session. Once another user has
 * logged in in another tab there is none, and the dashboard restarts. A network fault while
 * refreshing is thrown: the session may still be alive.
 */
export async function idToken(): Promise<string | null> {
  await held
  const now = await current()
  if (!now || isOwner(now.user)) return now?.token ?? null
  yieldToOther()
  // The page is being left: nothing is sent meanwhile.
  return new Promise(() => undefined)
}

/** The id of the session: all tokens of one sign-in share it. */
export async function sessionName(): Promise<string | null> {
  return (await current())?.session ?? null
}

/** The id of the company of the user who is logged in on this device, while the stored token is valid: known before any request. */
export const storedCompany = (): string | null => storedToken(config().userPoolClientId)?.company ?? null

/**
 * Replaces the session by a new one: requests wait for a token of the new one meanwhile. `work` receives
 * the token of the ending session.
 */
export async function replaceSession<T>(work: (token: string | null) => Promise<T>): Promise<T> {
  const token = await idToken()
  const result = work(token)
  const finished = result.then(
    () => undefined,
    () => undefined,
  )
  held = finished
  try {
    return await result
  } finally {
    if (held === finished) held = undefined
  }
}

/** Whether a session is being replaced: refusals meanwhile do not end it. */
export const isReplacingSession = () => held !== undefined
