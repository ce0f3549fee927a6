import type { KnownSheet } from './api/uploads'
import type { Refusal } from '@/shared/lib/pdfFile'

/**
 * The phase of a file: `checking` its contents, `known` (left out because a sheet has its contents), `ready` to
 * be sent, `waiting` in the queue, `sending`, `sent` to the bucket but not registered, `registering`, `done` (a
 * sheet), `refused` (not accepted as it is) or `failed`.
 */
export type Phase = 'checking' | 'known' | 'ready' | 'waiting' | 'sending' | 'sent' | 'registering' | 'done' | 'refused' | 'failed'

export interface UploadItem {
  id: string
  file: File
  phase: Phase
  /** Bytes that have been sent. */
  sent: number
  hash?: string
  /** Set when the file is started. */
  target?: Target
  uploadId?: string
  sheetId?: string
  refusal?: Refusal
  /** The sheets that have the same contents. */
  known?: readonly KnownSheet[]
  /** It is registered even so. */
  accepted?: boolean
}

/** The company and departments of the new sheets. */
export interface Target {
  companyId: string
  departmentIds: string[]
}

export const isBusy = ({ phase }: UploadItem) => ['waiting', 'sending', 'sent', 'registering'].includes(phase)
