import { page } from '@/shared/lib/browser'
import { times } from '@/shared/lib/limits'

const key = 'anzen.reloadedForChunk'

/** A part of the dashboard that did not come in time. */
export class ChunkTimeoutError extends Error {
  constructor() {
    super('a part of the page did not load in time')
    this.name = 'ChunkTimeoutError'
  }
}

/** Whether a part of the dashboard could not be loaded: most often because a newer version has replaced it. */
export function isChunkError(error: unknown): boolean {
  return (
    error instanceof ChunkTimeoutError ||
    (error instanceof Error && /dynamically imported module|importing a module script failed|error loading dynamically imported/i.test(error.message))
  )
}

/**
 * Loads a part of the dashboard. Where it is not there, the page is loaded anew, once: after a new version the
 * old page asks for parts that are gone. If that did not help, the error page says so.
 */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new ChunkTimeoutError()), times.chunkLoad)
    })
    const chunk = await Promise.race([load(), timeout])
    sessionStorage.removeItem(key)
    return chunk
  } catch (error) {
    if (isChunkError(error) && !sessionStorage.getItem(key)) {
      sessionStorage.setItem(key, '1')
      page.reload()
    }
    throw error
  } finally {
    clearTimeout(timer)
  }
}
