import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'

/**
 * Mocks the API in tests; a test sets the answers (`server.use`), and fails at a request that has none. Only the
 * judgement on a password that is being typed has an answer from the beginning: it is accepted.
 */
export const server = setupServer(http.post('*/api/v1/password-strength', () => HttpResponse.json({ accepted: true })))
