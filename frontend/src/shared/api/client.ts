import createFetchClient, { type Middleware } from 'openapi-fetch'
import createQueryClient from 'openapi-react-query'
import { askProof } from '@/shared/auth/proof'
import { idToken } from '@/shared/auth/token'
import { config } from '@/shared/config/config'
import { currentLocale } from '@/shared/i18n/i18n'
import { times } from '@/shared/lib/limits'
import { takeEarly } from './early'
import { ApiError, SessionLostError, apiError } from './error'
import { IdempotencyKeys } from './idempotency'
import type { paths } from './schema'

/** The paths of the document below the root of the API, which depends on the deployment. */
export type ApiPaths = {
  [Path in keyof paths as Path extends `/api/v1${infer Below}` ? Below : Path]: paths[Path]
}

const placeholder = 'http://api.invalid'

// The address of the API is known only after the settings are loaded, later than this module.
class ApiRequest extends Request {
  constructor(input: RequestInfo | URL, init?: RequestInit) {
    const base = new URL(config().apiBase, window.location.origin).toString()
    super(typeof input === 'string' ? input.replace(placeholder, base) : input, init)
  }
}

const codeOf = async (response: Response) => {
  const body = (await response.clone().json().catch(() => null)) as { code?: unknown } | null
  return body?.code
}

/** The answer to a request; one that does not come in time, as on a connection that died unnoticed, is the failure 408. */
async function answerInTime(request: Request, answer: Promise<Response>): Promise<Response> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const { method, url } = request
  const late = new Promise<never>((_, refuse) => {
    timer = setTimeout(() => refuse(new ApiError({ status: 408, method, path: new URL(url).pathname })), times.answer)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}

// Changes of the user's own factors ask on their screens, before the request.
const asksItself = (request: Request) => new URL(request.url).pathname.includes('/users/me/')

/** Sends a request; one that needs the user's credentials again is repeated once they have entered them. */
async function fetchProven(request: Request): Promise<Response> {
  const again = request.clone()
  const response = await answerInTime(request, takeEarly(request) ?? globalThis.fetch(request))
  if (response.status !== 409 || asksItself(request) || (await codeOf(response)) !== 'session.reauthenticate' || !(await askProof())) return response
  // The token may have expired meanwhile.
  const token = await idToken()
  if (token) again.headers.set('Authorization', `Bearer ${token}`)
  return answerInTime(again, globalThis.fetch(again))
}

/** The last change under way of each address, with its answer. */
const underWay = new Map<string, { change: string; answer: Promise<Response> }>()

/**
 * Sends a change once while it is under way: the second click of a double click gets the answer to the first. One that another
 * followed is sent again, as it takes that one back. POST has keys for that.
 */
async function fetchOnce(request: Request): Promise<Response> {
  if (!/^(?:PUT|PATCH|DELETE)$/.test(request.method)) return fetchProven(request)
  const address = request.url
  const change = [request.method, request.headers.get('If-Match'), await request.clone().text()].join('\n')
  const last = underWay.get(address)
  if (last?.change === change) return (await last.answer).clone()
  const answer = fetchProven(request)
  underWay.set(address, { change, answer })
  try {
    return (await answer).clone()
  } finally {
    if (underWay.get(address)?.answer === answer) underWay.delete(address)
  }
}

// openapi-fetch would keep the fetch function at its creation.
const options = { baseUrl: placeholder, Request: ApiRequest, fetch: (request: Request) => answerInTime(request, globalThis.fetch(request)) }

const keys = new IdempotencyKeys()
const keyHeader = 'Idempotency-Key'

const language: Middleware = {
  onRequest({ request }) {
    request.headers.set('Accept-Language', currentLocale())
    return request
  },
}

// The id under which the logs have the request, and everything that it causes.
const tracing: Middleware = {
  onRequest({ request }) {
    request.headers.set('X-Request-Id', crypto.randomUUID())
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
    // After a server error it is unknown whether the item was created: a retry must be the same request.
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

/** Requests that need no session. Every unsuccessful answer is thrown as an ApiError. */
export const publicHttp = createFetchClient<ApiPaths>(options)
publicHttp.use(failures, idempotency, language, tracing)

/** Requests of the logged-in user. */
export const http = createFetchClient<ApiPaths>({ ...options, fetch: fetchOnce })
http.use(failures, idempotency, language, tracing, bearer)

/** TanStack Query options and hooks for `http`. */
export const $api = createQueryClient(http)

/** TanStack Query options and hooks for `publicHttp`. */
export const $publicApi = createQueryClient(publicHttp)

/** The header that makes an edit fail (412) if another user has changed the record since it was read. */
export const ifMatch = (version: number) => ({ 'If-Match': `"${version}"` })
