import { publicHttp } from '@/shared/api/client'
import { SessionLostError } from '@/shared/api/error'
import { queryClient } from '@/shared/api/queryClient'
import { forgetSessionName, rememberSession } from './lost'
import { userPool } from './pool'
import { replaceSession } from './token'

/**
 * Changes the password of the logged-in user. All their sessions end with it, including this one: they are
 * logged in again with the new password. Returns whether that succeeded; a refusal of the API is thrown.
 */
export async function changePassword(email: string, old: string, password: string): Promise<boolean> {
  const loggedIn = await replaceSession(async token => {
    if (!token) throw new SessionLostError()
    // The user's other requests wait until this is done, so this one carries its own token.
    await publicHttp.PUT('/users/me/password', { body: { password: old, new_password: password }, headers: { Authorization: `Bearer ${token}` } })
    forgetSessionName()
    try {
      const pool = await userPool()
      await pool.signOut()
      return (await pool.signIn({ username: email, password })).nextStep.signInStep === 'DONE'
    } catch {
      return false
    }
  })
  if (loggedIn) {
    await rememberSession()
    await queryClient.invalidateQueries()
  }
  return loggedIn
}
