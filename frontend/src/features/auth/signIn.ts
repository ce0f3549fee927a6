import type { ConfirmSignInOutput, SignInOutput } from 'aws-amplify/auth'
import { configureAmplify, confirmSignIn, signIn, signOut } from '@/shared/auth/poolClient'
import { forgetHostedSignIn } from '@/shared/auth/stored'
import { providerMessageKey } from '@/shared/auth/providerErrors'
import { config } from '@/shared/config/config'
import type { TextKey } from '@/shared/i18n/keys'

/** The second factors, by the names of their screens. */
export type Mode = 'totp' | 'phone_code'

/**
 * The result of a sign-in step: signed in, a code is missing, or an error; `ends` if the sign-in cannot be
 * continued.
 */
export type SignInOutcome =
  | { kind: 'complete' }
  | { kind: 'code'; mode: Mode; choices: readonly Mode[]; destination: string }
  | { kind: 'recovery' }
  | { kind: 'failed'; messageKey: TextKey; ends: boolean }

const modes: Record<string, Mode> = { TOTP: 'totp', SMS: 'phone_code' }
const typeOf: Record<Mode, string> = { totp: 'TOTP', phone_code: 'SMS' }

const failed = (error: unknown): SignInOutcome => ({ kind: 'failed', messageKey: providerMessageKey(error), ends: hasEnded(error) })

/** The user pool reports a session that is over under the same name as a wrong password. */
const hasEnded = (error: unknown) => error instanceof Error && error.name === 'NotAuthorizedException'

async function outcomeOf({ nextStep }: SignInOutput | ConfirmSignInOutput, wanted?: Mode): Promise<SignInOutcome> {
  switch (nextStep.signInStep) {
    case 'DONE':
      return { kind: 'complete' }
    case 'CONFIRM_SIGN_IN_WITH_TOTP_CODE':
      return { kind: 'code', mode: 'totp', choices: ['totp'], destination: '' }
    case 'CONFIRM_SIGN_IN_WITH_SMS_CODE':
      return { kind: 'code', mode: 'phone_code', choices: ['phone_code'], destination: nextStep.codeDeliveryDetails?.destination ?? '' }
    case 'CONTINUE_SIGN_IN_WITH_MFA_SELECTION': {
      const offered = (nextStep.allowedMFATypes ?? []).flatMap(type => modes[type] ?? [])
      const choices = (['totp', 'phone_code'] as const).filter(mode => offered.includes(mode))
      const mode = wanted && choices.includes(wanted) ? wanted : choices[0]
      if (!mode) return { kind: 'failed', messageKey: 'auth.login.failed', ends: true }
      const next = await outcomeOf(await confirmSignIn({ challengeResponse: typeOf[mode] }))
      return next.kind === 'code' ? { ...next, choices } : next
    }
    // A passkey was asked for, and there is none: also for an address without an account.
    case 'CONTINUE_SIGN_IN_WITH_FIRST_FACTOR_SELECTION':
      return { kind: 'failed', messageKey: 'auth.login.noPasskey', ends: true }
    case 'CONFIRM_SIGN_IN_WITH_CUSTOM_CHALLENGE':
      return { kind: 'recovery' }
    default:
      return { kind: 'failed', messageKey: 'auth.login.failed', ends: true }
  }
}

type Credentials = Parameters<typeof signIn>[0]

async function begin(credentials: Credentials, wanted?: Mode, onFailure?: (error: unknown) => void): Promise<SignInOutcome> {
  try {
    // One that was given up on the pages of another provider.
    forgetHostedSignIn()
    configureAmplify(config())
    return await outcomeOf(await signIn(credentials), wanted)
  } catch (error) {
    if (!(error instanceof Error && error.name === 'UserAlreadyAuthenticatedException')) {
      onFailure?.(error)
      return failed(error)
    }
  }
  // Left over from a session that ended without this device's knowledge.
  try {
    await signOut()
    return await outcomeOf(await signIn(credentials), wanted)
  } catch (error) {
    onFailure?.(error)
    return failed(error)
  }
}

const username = (email: string) => email.trim().toLowerCase()

/** Signs in with an e-mail address and a password; of several second factors the wanted one is used, or the first. */
export const signInWithPassword = (email: string, password: string, wanted?: Mode) => begin({ username: username(email), password }, wanted)

/** What failures of a passkey mean, by the names that the client of the user pool gives them. */
const passkeyFailures: Record<string, TextKey> = {
  PasskeyAuthenticationCanceled: 'auth.login.cancelled',
  PasskeyOperationAborted: 'auth.login.cancelled',
  PasskeyNotSupported: 'auth.login.noPasskeySupport',
  // The text must not say whether the address or the passkey is wrong.
  NotAuthorizedException: 'auth.login.passkeyRefused',
}

/** Signs in with an e-mail address and a passkey, in the browser's own dialog. */
export async function signInWithPasskey(email: string): Promise<SignInOutcome> {
  let failure: TextKey | undefined
  const outcome = await begin({ username: username(email), options: { authFlowType: 'USER_AUTH', preferredChallenge: 'WEB_AUTHN' } }, undefined, error => {
    const name = error instanceof Error ? error.name : ''
    if (!/attempts exceeded/i.test(error instanceof Error ? error.message : '')) failure = passkeyFailures[name] ?? (name.startsWith('Passkey') || name === 'RelyingPartyMismatch' ? 'auth.login.passkeyRefused' : undefined)
  })
  return outcome.kind === 'failed' && failure ? { ...outcome, messageKey: failure } : outcome
}

/** Begins a sign-in with a password in which a recovery code stands in for the second factor. */
export const beginRecovery = (email: string, password: string) => begin({ username: username(email), password, options: { authFlowType: 'CUSTOM_WITH_SRP' } })

/** Answers the sign-in under way with a code. */
export async function answerCode(code: string): Promise<SignInOutcome> {
  try {
    return await outcomeOf(await confirmSignIn({ challengeResponse: code }))
  } catch (error) {
    return failed(error)
  }
}
