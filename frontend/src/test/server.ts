import { setupServer } from 'msw/node'

/** Answers the API in tests; a test says what to (`server.use`), and a call that it did not expect fails. */
export const server = setupServer()
