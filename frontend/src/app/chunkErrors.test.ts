import { expect, test, vi } from 'vitest'
import { page } from '@/shared/lib/browser'
import { ChunkTimeoutError, isChunkError, loadChunk } from './chunkErrors'

const gone = new TypeError('Failed to fetch dynamically imported module: /assets/Page-abc.js')

test('a part that is gone has the page loaded anew, once', async () => {
  await expect(loadChunk(() => Promise.reject(gone))).rejects.toBe(gone)
  expect(page.reload).toHaveBeenCalledOnce()
  await expect(loadChunk(() => Promise.reject(gone))).rejects.toBe(gone)
  expect(page.reload).toHaveBeenCalledOnce()
  await expect(loadChunk(() => Promise.resolve('part'))).resolves.toBe('part')
  await expect(loadChunk(() => Promise.reject(gone))).rejects.toBe(gone)
  expect(page.reload).toHaveBeenCalledTimes(2)
})

test('a part that does not come within 120 seconds is given up', async () => {
  vi.useFakeTimers()
  try {
    const loading = expect(loadChunk(() => new Promise(() => undefined))).rejects.toBeInstanceOf(ChunkTimeoutError)
    await vi.advanceTimersByTimeAsync(120_000)
    await loading
  } finally {
    vi.useRealTimers()
  }
})

test('another error is no matter of loading', () => {
  expect(isChunkError(new Error('bug'))).toBe(false)
  expect(isChunkError('text')).toBe(false)
})
