import { http } from '@/shared/api/client'
import { sessionName } from './token'

const key = 'anzen.session'

/**
 * Stores the session of this browser. An earlier one that did not end by logging out was lost: its refresh
 * token has expired, or the user pool has refused it because it was used elsewhere. The API is notified, so
 * that its tokens become invalid.
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

/** Removes the session of this browser: it has ended, and the API knows. */
export function forgetSessionName(): void {
  localStorage.removeItem(key)
}
