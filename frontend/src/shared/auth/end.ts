import { signOut } from 'aws-amplify/auth'
import { page } from '@/shared/lib/browser'
import { forgetDrafts } from '@/shared/lib/drafts'
import { forgetUnsaved, settleUnsaved } from '@/shared/lib/unsaved'
import { type LoginState, storeLoginState } from './loginState'

let ending = false

/** After these the same person most likely logs in again, and finds what was not saved. */
const comesBack: readonly LoginState[] = ['tokenInvalidated', 'permissionDenied']

/**
 * Ends the session: signs out, keeps why for the login page and starts the dashboard anew, which forgets
 * everything that was loaded. Several failing calls at once end it only once.
 */
export async function endSession(why: Exclude<LoginState, 'loggedIn'>): Promise<void> {
  if (ending) return
  ending = true
  storeLoginState(why)
  settleUnsaved()
  try {
    await signOut()
  } catch {
    // The tokens are gone from this device either way; the server may not have been told.
  }
  if (!comesBack.includes(why)) forgetDrafts()
  forgetUnsaved()
  page.reload()
  ending = false
}
