import { http } from '@/shared/api/client'
import { sessionName } from './token'

const key = 'anzen.session'

/**
 * Remembers the session of this browser. One that was there before and did not end by logging out was lost: its
 * refresh token has run out, or the user pool has refused it because somebody else had used it. The API is
 * notified, so that no token of it is good any more.
 */
export async function rememberSession(): Promise<void> {
  const name = await sessionName()
  if (!name) return
  const before = localStorage.getItem(key)
  if (before === name) return
  if (before) {
    try {
      await http.POST('/users/me/sign-out', { body: { scope: 'session', session: before } })
    } catch {
      return // tried again when the dashboard is opened again
    }
  }
  localStorage.setItem(key, name)
}

/** Forgets the session of this browser: it has ended, and the API knows. */
export function forgetSessionName(): void {
  localStorage.removeItem(key)
}
