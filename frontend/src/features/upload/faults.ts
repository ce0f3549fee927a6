import { ApiError } from '@/shared/api/error'
import { FileGoneError } from '@/shared/lib/chosenFile'
import { text } from '@/shared/i18n/i18n'
import { StorageRefusedError, TransferBrokenError } from '@/shared/lib/transfer'
import type { Refusal } from '@/shared/lib/pdfFile'

/** Whether the same request may succeed later. */
export function mayPass(error: unknown): boolean {
  if (error instanceof TransferBrokenError || error instanceof TypeError) return true
  return error instanceof ApiError && (error.status === 408 || error.status === 429 || error.status >= 500)
}

/** Why a file was not taken, by the error of a request. */
export function refusalFor(error: unknown): Refusal {
  if (error instanceof StorageRefusedError) return { code: error.code === 'EntityTooLarge' ? 'tooLarge' : 'storage' }
  if (error instanceof ApiError) {
    if (error.status === 402) return { code: 'planLimit', text: error.detail }
    return { code: 'server', text: error.fields[0]?.detail ?? (error.status >= 500 ? text('errors.uploadFailed') : error.detail) }
  }
  return { code: error instanceof FileGoneError ? 'unreadable' : 'network' }
}
