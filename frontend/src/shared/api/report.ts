import { text } from '@/shared/i18n/i18n'
import { FileGoneError } from '@/shared/lib/chosenFile'
import { TransferBrokenError } from '@/shared/lib/transfer'
import { ApiError } from './error'

/** Whether a failed request was a query or a change: the texts differ. */
export type CallKind = 'read' | 'update'

/** Lines of a message; the second is the server's detail. */
const lines = (first: string, detail: string) => (detail && detail !== first ? `${first}\n${detail}` : first)

/** The message for a failure, by its status (specification, section 8). */
export function errorText(error: unknown, kind: CallKind): string {
  if (error instanceof FileGoneError) return text('errors.fileGone')
  if (error instanceof TypeError || error instanceof TransferBrokenError) return text('errors.network')
  if (!(error instanceof ApiError)) return text('errors.unknown')
  const { status, detail, denied } = error
  switch (status) {
    case 400:
      // A bulk operation that was refused for some sheets: nothing went wrong.
      if (denied.length > 0 && detail) return detail
      return lines(text(kind === 'read' ? 'errors.receiving' : 'errors.updating'), detail)
    case 401:
      return text('errors.tokenExpired')
    case 402:
      return detail || text('errors.planLimit')
    case 403:
      return lines(text('errors.noPermission'), detail)
    case 404:
      return text('errors.notFound')
    case 408:
      return text('errors.timeout')
    case 409:
      return detail || text('errors.conflict')
    case 412:
      return detail || text('errors.stale')
    case 413:
      return text('errors.tooLarge')
    case 415:
      return text('errors.wrongType')
    case 422:
      return lines(text('errors.updating'), detail)
    case 429:
      return detail || text('errors.tooManyRequests')
    default:
      return status >= 500 && status <= 504 ? lines(text('errors.server', { status }), detail) : text('errors.unknown')
  }
}

/** Refused bulk deletions and exports list the sheets (specification, section 8). */
export function deniedText(error: ApiError): string {
  if (error.denied.length === 0) return error.detail || text('errors.checkGeneric')
  return text('errors.checkThese', { names: error.denied.map(sheet => sheet.name).join(text('common.listSeparator')) })
}
