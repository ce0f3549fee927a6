import { page } from '@/shared/lib/browser'
import { times } from '@/shared/lib/limits'
import { allKept, forgetUnsaved } from '@/shared/lib/unsaved'

/*
 * Parts of the dashboard are loaded on first use. A part may be missing for two reasons: there is no
 * connection, then the page stays and retries; or a newer version has replaced it, then the page is
 * reloaded.
 */

const key = 'anzen.reloadedForChunk'

/** The number of parts remembered to have caused a reload. */
const remembered = 20

/** A part of the dashboard that did not load in time. */
export class ChunkTimeoutError extends Error {
  constructor() {
    super('a part of the page did not load in time')
    this.name = 'ChunkTimeoutError'
  }
}

/** A part of the dashboard that could not be loaded because the server cannot be reached. */
export class OfflineError extends Error {
  constructor() {
    super('the server cannot be reached')
    this.name = 'OfflineError'
  }
}

/** Whether a part of the dashboard could not be loaded: most often because a newer version has replaced it. */
export function isChunkError(error: unknown): boolean {
  return (
    error instanceof ChunkTimeoutError ||
    (error instanceof Error && /dynamically imported module|importing a module script failed|error loading dynamically imported|unable to preload css/i.test(error.message))
  )
}

async function reachable(): Promise<boolean> {
  if (!navigator.onLine) return false
  try {
    await fetch(window.location.pathname, { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(times.reachable) })
    return true
  } catch {
    return false
  }
}

/** Whether the page has not been reloaded for this part yet; once must suffice, as the part may be missing for good. */
function firstTime(error: Error): boolean {
  const before: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]')
  const parts: unknown[] = Array.isArray(before) ? before : []
  if (parts.includes(error.message)) return false
  sessionStorage.setItem(key, JSON.stringify([...parts, error.message].slice(-remembered)))
  return true
}

/**
 * Reloads the page because a part of it is missing, once for each, unless input would be lost. To be called
 * by the place that would show the part, after the address has become that of the part.
 */
export function reloadForPart(error: unknown): void {
  if (!(error instanceof Error) || !isChunkError(error) || !allKept() || !firstTime(error)) return
  forgetUnsaved()
  page.reload()
}

/**
 * Loads a part of the dashboard. A failure is shown in place of the part, with a retry: without a
 * connection it is an OfflineError.
 */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new ChunkTimeoutError()), times.chunkLoad)
    })
    return await Promise.race([load(), timeout])
  } catch (error) {
    if (!isChunkError(error)) throw error
    if (!(await reachable())) throw new OfflineError()
    throw error
  } finally {
    clearTimeout(timer)
  }
}
