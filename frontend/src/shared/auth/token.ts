import { fetchAuthSession } from 'aws-amplify/auth'

/**
 * The ID token for a call, refreshed where it has run out; null without a session. A network fault while
 * refreshing is thrown: the session may well be alive.
 */
export async function idToken(): Promise<string | null> {
  const { tokens } = await fetchAuthSession()
  return tokens?.idToken?.toString() ?? null
}
