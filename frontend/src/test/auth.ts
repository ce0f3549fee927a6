import { type Mock, vi } from 'vitest'

/** The functions of aws-amplify/auth that the dashboard uses; a test sets their results. By default nobody is logged in. */
export const auth: Record<'confirmSignIn' | 'fetchAuthSession' | 'signIn' | 'signOut', Mock<(...args: unknown[]) => Promise<unknown>>> = {
  confirmSignIn: vi.fn(),
  fetchAuthSession: vi.fn(),
  signIn: vi.fn(),
  signOut: vi.fn(),
}

const encode = (value: object) => btoa(JSON.stringify(value)).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')

/** Stores a user with an ID token of these claims on the device, valid for `seconds`, as the client does; returns the token. */
export function storeToken(claims: object = {}, seconds = 3600, drift = 0): string {
  const token = `${encode({ alg: 'RS256' })}.${encode({ exp: Math.floor(Date.now() / 1000) + seconds, ...claims })}.signature`
  const prefix = 'CognitoIdentityServiceProvider.client.'
  localStorage.setItem(`${prefix}LastAuthUser`, 'taro')
  localStorage.setItem(`${prefix}taro.idToken`, token)
  localStorage.setItem(`${prefix}taro.clockDrift`, String(drift))
  return token
}

/** Logs a user in, with this ID token, which the client stores with the user. */
export function logIn(token = 'id-token', session?: string): void {
  localStorage.setItem('CognitoIdentityServiceProvider.client.LastAuthUser', 'user')
  auth.fetchAuthSession.mockResolvedValue({ tokens: { idToken: { toString: () => token, payload: { origin_jti: session } } } })
}
