import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from '@/shared/lib/browser'
import { ChunkTimeoutError, OfflineError, isChunkError, loadChunk, reloadForPart } from './chunks'
import * as unsaved from './unsaved'

const gone = (part = 'Page') => new TypeError(`Failed to fetch dynamically imported module: /static/${part}-abc.js`)
/** Loads a missing part, and reacts as the place that would show it. */
const failing = (part?: string) =>
  loadChunk(() => Promise.reject(gone(part))).catch((error: unknown) => {
    reloadForPart(error)
    throw error
  })

describe('a part that is gone', () => {
  beforeEach(() => {
    vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response())
  })

  test('reloads the page, once for each', async () => {
    await expect(failing()).rejects.toThrow(/abc/)
    expect(page.reload).toHaveBeenCalledOnce()
    // The new page loads other parts, and this one is still missing.
    await expect(loadChunk(() => Promise.resolve('part'))).resolves.toBe('part')
    await expect(failing()).rejects.toThrow(/abc/)
    expect(page.reload).toHaveBeenCalledOnce()
    await expect(failing('Other')).rejects.toThrow(/Other/)
    expect(page.reload).toHaveBeenCalledTimes(2)
  })

  test('does not reload while input would be lost', async () => {
    vi.spyOn(unsaved, 'allKept').mockReturnValue(false)
    await expect(failing()).rejects.toThrow(/abc/)
    expect(page.reload).not.toHaveBeenCalled()
  })

  test('that does not load within 120 seconds is given up', async () => {
    vi.useFakeTimers()
    try {
      const loading = expect(loadChunk(() => new Promise(() => undefined))).rejects.toBeInstanceOf(ChunkTimeoutError)
      await vi.advanceTimersByTimeAsync(120_000)
      await loading
    } finally {
      vi.useRealTimers()
    }
  })
})

test.each([
  ['the device has no connection', () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)],
  ['the server cannot be reached', () => vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))],
])('a part that is missing while %s leaves the page as it is', async (_, cut) => {
  cut()
  await expect(failing()).rejects.toBeInstanceOf(OfflineError)
  expect(page.reload).not.toHaveBeenCalled()
  expect(sessionStorage).toHaveLength(0)
})

test('a server that does not answer counts as unreachable', async () => {
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort())
  vi.spyOn(globalThis, 'fetch').mockImplementation((_, init) => (init?.signal?.aborted ? Promise.reject(new DOMException('timeout', 'TimeoutError')) : new Promise(() => undefined)))
  await expect(failing()).rejects.toBeInstanceOf(OfflineError)
  expect(page.reload).not.toHaveBeenCalled()
})

test('another error is no loading error', async () => {
  expect(isChunkError(new Error('bug'))).toBe(false)
  expect(isChunkError('text')).toBe(false)
  await expect(loadChunk(() => Promise.reject(new Error('bug')))).rejects.toThrow('bug')
  reloadForPart(new Error('bug'))
  expect(page.reload).not.toHaveBeenCalled()
})
