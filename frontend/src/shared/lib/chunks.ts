import { page } from '@/shared/lib/browser'
import { times } from '@/shared/lib/limits'
import { allKept, forgetUnsaved } from '@/shared/lib/unsaved'

/*
 * Parts of the dashboard are loaded when they are first needed. A part may be missing for two reasons: there is no connection,
 * then the page stays as it is and tries again; or a newer version has replaced it, then the page is loaded anew.
 */

const key = 'anzen.reloadedForChunk'

/** Of so many parts it is remembered that the page was loaded anew for them. */
const remembered = 20

/** A part of the dashboard that did not come in time. */
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

/** Whether the page has not been loaded anew for this yet; once must do, for a part that is missing for good. */
function firstTime(error: Error): boolean {
  const before: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]')
  const parts: unknown[] = Array.isArray(before) ? before : []
  if (parts.includes(error.message)) return false
  sessionStorage.setItem(key, JSON.stringify([...parts, error.message].slice(-remembered)))
  return true
}

/**
 * Loads the page anew because a part of it is gone, once for each, unless something would be lost by that. It is for where
 * the part would stand, after the address has become that of the part.
 */
export function reloadForPart(error: unknown): void {
  if (!(error instanceof Error) || !isChunkError(error) || !allKept() || !firstTime(error)) return
  forgetUnsaved()
  page.reload()
}

/**
 * Loads a part of the dashboard. What fails is shown where the part would stand, with a way to try again: without a
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
