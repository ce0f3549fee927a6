import { type Mock, vi } from 'vitest'

/** What the dashboard asks of aws-amplify/auth; a test sets what each answers. Without that, nobody is logged in. */
export const auth: Record<'fetchAuthSession' | 'signIn' | 'signOut', Mock<(...args: unknown[]) => Promise<unknown>>> = {
  fetchAuthSession: vi.fn(),
  signIn: vi.fn(),
  signOut: vi.fn(),
}

/** Somebody is logged in, with this ID token. */
export function logIn(token = 'id-token', session?: string): void {
  auth.fetchAuthSession.mockResolvedValue({ tokens: { idToken: { toString: () => token, payload: { origin_jti: session } } } })
}
