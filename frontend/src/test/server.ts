import { setupServer } from 'msw/node'

/** Mocks the API in tests; a test sets the answers (`server.use`), and an unexpected request fails. */
export const server = setupServer()
