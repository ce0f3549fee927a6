import { type Mock, vi } from 'vitest'

/** The functions of aws-amplify/auth that the dashboard uses; a test sets their results. By default nobody is logged in. */
export const auth: Record<'fetchAuthSession' | 'signIn' | 'signOut', Mock<(...args: unknown[]) => Promise<unknown>>> = {
  fetchAuthSession: vi.fn(),
  signIn: vi.fn(),
  signOut: vi.fn(),
}

/** Logs a user in, with this ID token, which the client stores with the user. */
export function logIn(token = 'id-token', session?: string): void {
  localStorage.setItem('CognitoIdentityServiceProvider.client.LastAuthUser', 'user')
  auth.fetchAuthSession.mockResolvedValue({ tokens: { idToken: { toString: () => token, payload: { origin_jti: session } } } })
}
