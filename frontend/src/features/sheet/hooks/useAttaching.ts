import { useEffect, useRef, useState } from 'react'
import { attachFiles } from '@/shared/api/attachments'
import { ApiError } from '@/shared/api/error'
import { useMe } from '@/shared/api/me'
import { errorText } from '@/shared/api/report'
import { text } from '@/shared/i18n/i18n'
import { limits } from '@/shared/lib/limits'
import { staysOpen } from '@/shared/lib/openSheet'
import { StorageRefusedError, TransferBrokenError } from '@/shared/lib/transfer'
import { useUnsaved } from '@/shared/lib/unsaved'
import { notify } from '@/shared/ui/notify'

/** The files being sent. */
export interface Sending {
  files: readonly { name: string; size: number; sent: number }[]
}

/** Why files were not attached; a larger plan would help, or not. */
export interface AttachFault {
  text: string
  plan: boolean
}

/** Attaches files to a sheet, at most `room` of them, with their progress. */
export function useAttaching(sheetId: string, room: number, limit: number) {
  const companyId = useMe().company_id
  const [sending, setSending] = useState<Sending | null>(null)
  const [fault, setFault] = useState<AttachFault | null>(null)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  // Leaving the sheet stops the transfer.
  useUnsaved(sending !== null, { part: 'sheet', survives: staysOpen(sheetId), discard: () => running.current?.abort() })

  const attach = async (files: readonly File[]) => {
    if (sending || files.length === 0) return
    const before = faultOf(files, room, limit)
    setFault(before)
    if (before) return
    const control = (running.current = new AbortController())
    setSending({ files: files.map(({ name, size }) => ({ name, size, sent: 0 })) })
    try {
      await attachFiles(companyId, sheetId, files, (at, sent) => setSending(now => now && { files: now.files.map((file, i) => (i === at ? { ...file, sent } : file)) }), control.signal)
      notify({ key: 'record.attachments.attached', values: { count: files.length }, color: 'success' })
    } catch (failure) {
      if (!control.signal.aborted) setFault({ text: failureText(failure), plan: failure instanceof ApiError && failure.status === 402 })
    } finally {
      setSending(null)
    }
  }
  return { attach, sending, fault, forget: () => setFault(null), cancel: () => running.current?.abort() }
}

/** What is wrong with files before they are sent; null if nothing is. */
function faultOf(files: readonly File[], room: number, limit: number): AttachFault | null {
  if (files.length > room && limit >= limits.attachments) return { text: text('record.attachments.most', { limit }), plan: false }
  if (files.length > room) return { text: text('record.attachments.full', { limit, count: files.length, room }), plan: true }
  const large = files.find(({ size }) => size > limits.uploadBytes)
  if (large) return { text: text('record.attachments.tooLarge', { name: large.name }), plan: false }
  const empty = files.find(({ size }) => size === 0)
  return empty ? { text: text('record.attachments.empty', { name: empty.name }), plan: false } : null
}

/** The server names the files it refuses. */
function failureText(failure: unknown): string {
  if (failure instanceof ApiError && failure.fields.length > 0) return failure.fields.map(({ detail }) => detail).join('\n')
  if (failure instanceof StorageRefusedError || failure instanceof TransferBrokenError) return text('record.attachments.broken')
  return errorText(failure, 'update')
}
