import { config } from '@/shared/config/config'
import { page } from '@/shared/lib/browser'
import { claimsOf } from './stored'
import { type Trial, storeTrial, storedTrial, trialKey } from './trialAnswer'

/*
 * A test of a company's identity provider: a sign-in of its own, beside the session of the administrator. Its tokens are read once,
 * revoked and never stored, so that nobody else is logged in here by it.
 */

/** What the identity provider has asserted, and the user to whom it leads. */
export interface TrialUser {
  asserted: string
  email: string
}

const encoded = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
const random = () => encoded(crypto.getRandomValues(new Uint8Array(32)))
const home = () => `${window.location.origin}/`

/** Leaves for the identity provider of a mail domain. */
export async function leaveForTrial(domain: string, again = false): Promise<void> {
  const { oauthDomain, userPoolClientId } = config()
  const trial = { domain, state: random(), verifier: random(), again }
  const challenge = encoded(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(trial.verifier))))
  storeTrial(trial)
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: userPoolClientId,
    redirect_uri: home(),
    scope: 'openid email profile',
    state: trial.state,
    idp_identifier: domain,
    code_challenge: challenge,
    code_challenge_method: 'S256',
  })
  page.leaveFor(`https://${oauthDomain}/oauth2/authorize?${query.toString()}`)
}

/** Whether a test has returned whose answer was not used. */
export const hasTrialAnswer = () => storedTrial()?.answer !== undefined

/** Reads and removes the test that has been answered: its answer is used once. */
export function takeTrial(): (Trial & { answer: string }) | null {
  const trial = storedTrial()
  if (trial?.answer === undefined) return null
  sessionStorage.removeItem(trialKey)
  return { ...trial, answer: trial.answer }
}

/** How long the user pool may take, in milliseconds. */
const patience = 30_000

/** Exchanges the code of an answer, and revokes the tokens; fails where the user pool refuses to give them. */
export async function finishTrial({ verifier }: Trial, code: string): Promise<TrialUser> {
  const { oauthDomain, region, userPoolClientId, userPoolEndpoint } = config()
  const answer = await fetch(`https://${oauthDomain}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'authorization_code', client_id: userPoolClientId, redirect_uri: home(), code, code_verifier: verifier }),
    signal: AbortSignal.timeout(patience),
  })
  if (!answer.ok) throw new Error(`the user pool has answered ${String(answer.status)}`)
  const tokens = (await answer.json()) as { id_token: string; refresh_token: string }
  await fetch(userPoolEndpoint ?? `https://cognito-idp.${region}.amazonaws.com/`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-amz-json-1.1', 'X-Amz-Target': 'AWSCognitoIdentityProviderService.RevokeToken' },
    body: JSON.stringify({ ClientId: userPoolClientId, Token: tokens.refresh_token }),
    signal: AbortSignal.timeout(patience),
  }).catch(() => undefined) // the test has passed; tokens that nobody holds expire
  const claims = claimsOf(tokens.id_token)
  const text = (name: string) => (typeof claims?.[name] === 'string' ? claims[name] : '')
  return { asserted: text('custom:asserted_email'), email: text('email') }
}
