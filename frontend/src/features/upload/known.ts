import { ApiError, SessionLostError } from '@/shared/api/error'
import { limits } from '@/shared/lib/limits'
import type { KnownFile, KnownSheet } from './api/uploads'

/** The sheets that have the files' contents, by digest; none if they cannot be asked for: the registration compares again. */
export async function sheetsOf(digests: readonly string[], ask: (digests: string[]) => Promise<KnownFile[]>): Promise<Map<string, readonly KnownSheet[]>> {
  const sheets = new Map<string, readonly KnownSheet[]>()
  try {
    for (let from = 0; from < digests.length; from += limits.uploadFiles) {
      for (const file of await ask(digests.slice(from, from + limits.uploadFiles))) sheets.set(file.sha256, file.sds_list)
    }
  } catch (error) {
    if (error instanceof SessionLostError) throw error
  }
  return sheets
}

/** The files that a registration refused because their contents are known: their positions, with the server's sentences. */
export function knownIn(error: unknown): Map<number, string> {
  const known = new Map<number, string>()
  for (const { path, code, detail } of error instanceof ApiError ? error.fields : []) {
    const at = /sds_list\[(\d+)\]/.exec(path)?.[1]
    if (at !== undefined && (code === 'upload.known' || code === 'upload.same_as_one')) known.set(Number(at), detail)
  }
  return known
}
