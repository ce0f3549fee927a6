import type { SignInOutput } from 'aws-amplify/auth'
import { configureAmplify, signIn, signOut } from '@/shared/auth/poolClient'
import { providerMessageKey } from '@/shared/auth/providerErrors'
import { config } from '@/shared/config/config'
import type { TextKey } from '@/shared/i18n/keys'

/**
 * The result of a sign-in step. A second factor would be one more kind, with the data of its screen; the
 * user pool's challenges are the cases of `outcomeOf`.
 */
export type SignInOutcome = { kind: 'complete' } | { kind: 'failed'; messageKey: TextKey }

function outcomeOf({ nextStep }: SignInOutput): SignInOutcome {
  switch (nextStep.signInStep) {
    case 'DONE':
      return { kind: 'complete' }
    default:
      return { kind: 'failed', messageKey: 'auth.login.failed' }
  }
}

/** Signs in with an e-mail address and a password. */
export async function signInWithPassword(email: string, password: string): Promise<SignInOutcome> {
  const credentials = { username: email.trim().toLowerCase(), password }
  try {
    await configureAmplify(config())
    return outcomeOf(await signIn(credentials))
  } catch (error) {
    if (error instanceof Error && error.name === 'UserAlreadyAuthenticatedException') {
      // Left over from a session that ended without this device's knowledge.
      await signOut()
      return signInAgain(credentials)
    }
    return { kind: 'failed', messageKey: providerMessageKey(error) }
  }
}

async function signInAgain(credentials: { username: string; password: string }): Promise<SignInOutcome> {
  try {
    return outcomeOf(await signIn(credentials))
  } catch (error) {
    return { kind: 'failed', messageKey: providerMessageKey(error) }
  }
}
