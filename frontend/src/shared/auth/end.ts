import { signOut } from 'aws-amplify/auth'
import { page } from '@/shared/lib/browser'
import { type LoginState, storeLoginState } from './loginState'

let ending = false

/**
 * Ends the session: signs out, keeps why for the login page and starts the dashboard anew, which forgets
 * everything that was loaded. Several failing calls at once end it only once.
 */
export async function endSession(why: Exclude<LoginState, 'loggedIn'>): Promise<void> {
  if (ending) return
  ending = true
  storeLoginState(why)
  try {
    await signOut()
  } catch {
    // The tokens are gone from this device either way; the server may not have been told.
  }
  page.reload()
  ending = false
}
