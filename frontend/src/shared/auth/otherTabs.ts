import { config } from '@/shared/config/config'
import { page } from '@/shared/lib/browser'
import { applyUnsaved, forgetUnsaved } from '@/shared/lib/unsaved'
import { storeLoginState } from './loginState'
import { hasStoredUser, storedToken } from './stored'

/*
 * All tabs of a browser share one session. A tab that shows one user's data must neither send requests with another's
 * token, nor go on showing them after a logout.
 */

let owner: string | null = null

/** Whether a token's user is the one whose data this page shows: the user of its first token. */
export function isOwner(user: string | null): boolean {
  owner ??= user
  return user === null || user === owner
}

/** The page shows nobody's data; for tests, which do not reload it. */
export function forgetOwner(): void {
  owner = null
}

/** Restarts the dashboard for the user who has logged in in another tab. What was typed is kept for the one who typed it. */
export function yieldToOther(): void {
  storeLoginState('loggedIn')
  applyUnsaved()
  forgetUnsaved()
  page.reload()
}

/** How long a device may be without a user until its session has ended: another tab may be replacing it. */
const patience = 3_000

let watching = new AbortController()

/** Follows logins and logouts of other tabs, also while the page was in the back/forward cache; `onEnd` ends the session here. */
export function watchOtherTabs(onEnd: () => void): void {
  watching.abort()
  watching = new AbortController()
  const { signal } = watching
  let waiting: number | undefined
  const look = (wait: number) => {
    window.clearTimeout(waiting)
    if (owner === null || signal.aborted) return
    if (!hasStoredUser()) {
      waiting = window.setTimeout(() => !hasStoredUser() && onEnd(), wait)
      return
    }
    const user = storedToken(config().userPoolClientId)?.user ?? null
    if (!isOwner(user)) yieldToOther()
  }
  window.addEventListener(
    'storage',
    ({ key }) => {
      if (key === null || key.startsWith('CognitoIdentityServiceProvider.')) look(patience)
    },
    { signal },
  )
  window.addEventListener(
    'pageshow',
    ({ persisted }) => {
      if (persisted) look(0)
    },
    { signal },
  )
}
