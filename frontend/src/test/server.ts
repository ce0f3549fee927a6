import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'

/**
 * Mocks the API in tests; a test sets the answers (`server.use`), and fails at a request that has none. From
 * the beginning a password that is being typed is accepted, and a user has no second factors and passkeys.
 */
export const server = setupServer(
  http.post('*/api/v1/password-strength', () => HttpResponse.json({ accepted: true })),
  http.get('*/api/v1/users/me/second-factors', () => HttpResponse.json({ methods: [], recovery_codes: { remaining: 0, total: 0 } })),
  http.get('*/api/v1/users/me/passkeys', () => HttpResponse.json({ items: [], limit: 10 })),
)
