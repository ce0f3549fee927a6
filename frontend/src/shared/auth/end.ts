import { http } from '@/shared/api/client'
import { page } from '@/shared/lib/browser'
import { forgetDrafts } from '@/shared/lib/drafts'
import { forgetUnsaved, applyUnsaved } from '@/shared/lib/unsaved'
import { type LoginState, storeLeftRoute, storeLoginState } from './loginState'
import { forgetSessionName } from './lost'
import { userPool } from './pool'
import { forgetStoredUser, isHostedUser } from './stored'
import { isReplacingSession } from './token'

let ending = false

/** After these the same user most likely logs in again, and gets unsaved input back. */
const comesBack: readonly LoginState[] = ['tokenInvalidated', 'idle', 'permissionDenied']

/** How long logging out waits for the API: without it the session ends on this device all the same. */
const patience = 5_000

type Scope = 'here' | 'everywhere'

const notifyApi = (scope: Scope) => http.POST('/users/me/sign-out', { body: { scope }, signal: AbortSignal.timeout(patience) })

/**
 * Ends the session: signs out, stores the reason for the login page and restarts the dashboard, which drops
 * all loaded data. Several failing requests at once end it only once.
 */
export async function endSession(why: Exclude<LoginState, 'loggedIn'>): Promise<void> {
  if (ending || (why === 'tokenInvalidated' && isReplacingSession())) return
  ending = true
  if (why === 'logout') {
    try {
      await notifyApi('here')
      forgetSessionName()
    } catch {
      // The API is notified at the next login on this device.
    }
  }
  await leave(why)
}

/** Ends all sessions of the user, on all devices. A failure is thrown: no session has ended then. */
export async function endSessionsEverywhere(): Promise<void> {
  if (ending) return
  ending = true
  try {
    await notifyApi('everywhere')
  } catch (error) {
    ending = false
    throw error
  }
  forgetSessionName()
  await leave('logout')
}

async function leave(why: Exclude<LoginState, 'loggedIn'>): Promise<void> {
  storeLoginState(why)
  applyUnsaved()
  // Signing out there goes through the hosted pages, whose session would sign in again without a question.
  let elsewhere = isHostedUser()
  try {
    await (await userPool()).signOut()
  } catch {
    // The user pool may not have been notified.
    elsewhere = false
  }
  forgetStoredUser()
  if (!comesBack.includes(why)) forgetDrafts()
  forgetUnsaved()
  if (elsewhere) return storeLeftRoute(comesBack.includes(why) ? window.location.hash.slice(1) : '')
  page.reload()
  ending = false
}
