const names = () => Object.keys(localStorage).filter(name => name.startsWith('CognitoIdentityServiceProvider.'))

/** Removes the tokens from this device, as the user pool's client would. */
export function forgetStoredUser(): void {
  for (const name of names()) localStorage.removeItem(name)
}

/** A token is refreshed this long before it expires, in seconds. */
const margin = 120

type Claims = Readonly<Record<string, unknown>>

/** The claims of a token, whose signature is not verified: it came from the user pool itself. */
export function claimsOf(token: string): Claims | null {
  try {
    const encoded = token.split('.')[1]?.replace(/-/g, '+').replace(/_/g, '/') ?? ''
    return JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(encoded), character => character.charCodeAt(0)))) as Claims
  } catch {
    return null
  }
}

/** An ID token, with the ids of its session, of its user and of their company. */
export interface IdToken {
  token: string
  user: string | null
  session: string | null
  company: string | null
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : null)

/** A token with what its claims say. */
export const withClaims = (token: string, claims: Claims | undefined): IdToken => ({ token, user: textOf(claims?.['custom:user_id']), session: textOf(claims?.origin_jti), company: textOf(claims?.['custom:company_id']) })

/** The stored ID token of the client, while it is valid for a while. */
export function storedToken(clientId: string): IdToken | null {
  const prefix = `CognitoIdentityServiceProvider.${clientId}.`
  const user = localStorage.getItem(`${prefix}LastAuthUser`)
  const token = user && localStorage.getItem(`${prefix}${user}.idToken`)
  const claims = token ? claimsOf(token) : null
  // A clock that is wrong is a matter of the client, which knows by how much.
  const drift = Number(localStorage.getItem(`${prefix}${user}.clockDrift`) ?? 0)
  if (!token || typeof claims?.exp !== 'number' || claims.exp * 1000 - margin * 1000 < Date.now() + drift) return null
  return withClaims(token, claims)
}

/** Whether the user pool's client has stored a user on this device: whether a session may exist. */
export const hasStoredUser = () => names().some(name => /^CognitoIdentityServiceProvider\..+\.LastAuthUser$/.test(name))

const keyOf = (name: string) => names().find(key => key.endsWith(`.${name}`))
const valueOf = (name: string) => localStorage.getItem(keyOf(name) ?? '')

/** Whether a sign-in on the user pool's hosted pages has begun on this device. */
export const isHostedUnderWay = () => valueOf('inflightOAuth') === 'true'

/** Whether the stored user has signed in on the hosted pages, which have a session of their own. */
export const isHostedUser = () => hasStoredUser() && (valueOf('oauthSignIn')?.startsWith('true') ?? false)

/** Gives up a sign-in on the hosted pages. */
export function forgetHostedSignIn(): void {
  for (const name of ['inflightOAuth', 'oauthPKCE', 'oauthState']) localStorage.removeItem(keyOf(name) ?? '')
}
