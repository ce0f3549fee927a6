/** The error of one field of the request. */
export interface FieldFault {
  path: string
  code: string
  detail: string
  /** In an uploaded CSV file: the row as a spreadsheet numbers it, and the heading of the column. */
  row?: number
  column?: string
}

/** A sheet that a bulk operation refused. */
export interface DeniedSheet {
  id: string
  name: string
}

/** Any unsuccessful answer of the API. `detail` is in the language of the request. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly detail: string
  readonly fields: readonly FieldFault[]
  /** How many more fields are wrong than `fields` lists. */
  readonly omitted: number
  readonly denied: readonly DeniedSheet[]
  readonly method: string
  readonly path: string

  constructor(init: {
    status: number
    method: string
    path: string
    code?: string
    detail?: string
    fields?: readonly FieldFault[]
    omitted?: number
    denied?: readonly DeniedSheet[]
  }) {
    super(`${init.method} ${init.path}: ${init.status} ${init.code ?? ''}`.trim())
    this.name = 'ApiError'
    this.status = init.status
    this.method = init.method
    this.path = init.path
    this.code = init.code ?? ''
    this.detail = init.detail ?? ''
    this.fields = init.fields ?? []
    this.omitted = init.omitted ?? 0
    this.denied = init.denied ?? []
  }
}

/** The session has ended (no token, or revoked); the page is about to restart. */
export class SessionLostError extends Error {
  constructor() {
    super('the session is over')
    this.name = 'SessionLostError'
  }
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
const number = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)
const list = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter((item): item is Record<string, unknown> => typeof item === 'object' && item !== null) : []

/** Reads the error document of an answer; a gateway's page instead of one still gives its status. */
export async function apiError(method: string, url: string, response: Response): Promise<ApiError> {
  let document: Record<string, unknown> = {}
  try {
    const body: unknown = await response.clone().json()
    if (typeof body === 'object' && body !== null) document = body as Record<string, unknown>
  } catch {
    // Not JSON: only the status is known.
  }
  return new ApiError({
    status: response.status,
    method,
    path: new URL(url, window.location.origin).pathname,
    code: text(document.code),
    detail: text(document.detail),
    fields: list(document.fields).map(field => ({ path: text(field.path) ?? '', code: text(field.code) ?? '', detail: text(field.detail) ?? '', row: number(field.row), column: text(field.column) })),
    omitted: number(document.fields_omitted),
    denied: list(document.denied_sds_list).map(item => ({ id: text(item.id) ?? '', name: text(item.name) ?? '' })),
  })
}

/** Whether the request was aborted by us: nothing to report. */
export function isCancelled(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}

/** The API reports (in any of its forms) that the account is not active. */
export function isInactiveUser(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    (error.code === 'session.inactive' ||
      (error.status === 400 && ['Inactive user.', 'このユーザーは無効です。', '無効なユーザーです。'].includes(error.detail)))
  )
}
