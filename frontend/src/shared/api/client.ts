import createFetchClient, { type Middleware } from 'openapi-fetch'
import createQueryClient from 'openapi-react-query'
import { idToken } from '@/shared/auth/token'
import { config } from '@/shared/config/config'
import { currentLocale } from '@/shared/i18n/i18n'
import { SessionLostError, apiError } from './error'
import { IdempotencyKeys } from './idempotency'
import type { paths } from './schema'

/** The paths of the document below the root of the API, which differs from place to place. */
export type ApiPaths = {
  [Path in keyof paths as Path extends `/api/v1${infer Below}` ? Below : Path]: paths[Path]
}

const placeholder = 'http://api.invalid'

// The address of the API is known only when the settings are loaded, which is after this module.
class ApiRequest extends Request {
  constructor(input: RequestInfo | URL, init?: RequestInit) {
    const base = new URL(config().apiBase, window.location.origin).toString()
    super(typeof input === 'string' ? input.replace(placeholder, base) : input, init)
  }
}

// openapi-fetch would keep the fetch of the moment of its creation.
const options = { baseUrl: placeholder, Request: ApiRequest, fetch: (request: Request) => globalThis.fetch(request) }

const keys = new IdempotencyKeys()
const keyHeader = 'Idempotency-Key'

const language: Middleware = {
  onRequest({ request }) {
    request.headers.set('Accept-Language', currentLocale())
    return request
  },
}

const idempotency: Middleware = {
  async onRequest({ request }) {
    if (request.method !== 'POST' || request.headers.has(keyHeader)) return request
    request.headers.set(keyHeader, keys.keyFor(request.url, await request.clone().text()))
    return request
  },
  onResponse({ request, response }) {
    const key = request.headers.get(keyHeader)
    // After a server fault it is unknown whether the thing was created: a second try must be the same call.
    if (key && response.status < 500) keys.settle(key)
    return response
  },
}

const failures: Middleware = {
  async onResponse({ request, response }) {
    if (!response.ok) throw await apiError(request.method, request.url, response)
    return response
  },
}

const bearer: Middleware = {
  async onRequest({ request }) {
    const token = await idToken()
    if (!token) throw new SessionLostError()
    request.headers.set('Authorization', `Bearer ${token}`)
    return request
  },
}

/** Calls that need no session. Every answer that is not a success is thrown as an ApiError. */
export const publicHttp = createFetchClient<ApiPaths>(options)
publicHttp.use(failures, idempotency, language)

/** Calls in the name of the person who is logged in. */
export const http = createFetchClient<ApiPaths>(options)
http.use(failures, idempotency, language, bearer)

/** TanStack Query options and hooks for `http`. */
export const $api = createQueryClient(http)

/** TanStack Query options and hooks for `publicHttp`. */
export const $publicApi = createQueryClient(publicHttp)

/** The header that makes an edit fail (412) when somebody else has changed the record since it was read. */
export const ifMatch = (version: number) => ({ 'If-Match': `"${version}"` })
