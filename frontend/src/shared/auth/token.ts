import { fetchAuthSession } from 'aws-amplify/auth'

let held: Promise<unknown> | undefined

/** The ID token with the name of the session that it belongs to, refreshed where it has run out. */
async function current(): Promise<{ token: string; session: string | null } | null> {
  const { tokens } = await fetchAuthSession()
  const token = tokens?.idToken
  if (!token) return null
  const session = token.payload?.origin_jti
  return { token: token.toString(), session: typeof session === 'string' ? session : null }
}

/**
 * The ID token for a call, refreshed where it has run out; null without a session. A network fault while
 * refreshing is thrown: the session may well be alive.
 */
export async function idToken(): Promise<string | null> {
  await held
  return (await current())?.token ?? null
}

/** The name of the session: all tokens of one sign-in share it. */
export async function sessionName(): Promise<string | null> {
  return (await current())?.session ?? null
}

/**
 * Puts one session in the place of another: calls wait for a token of the new one meanwhile. `work` is given the
 * token of the session that ends.
 */
export async function replaceSession<T>(work: (token: string | null) => Promise<T>): Promise<T> {
  const token = await idToken()
  const result = work(token)
  const settled = result.then(
    () => undefined,
    () => undefined,
  )
  held = settled
  try {
    return await result
  } finally {
    if (held === settled) held = undefined
  }
}

/** Whether a session is being replaced: that calls are refused meanwhile does not end it. */
export const isReplacingSession = () => held !== undefined
