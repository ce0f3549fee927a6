import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadAhead } from './ahead'

const load = vi.fn(() => Promise.resolve())

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('requestIdleCallback', (run: () => void) => setTimeout(run, 0))
  load.mockClear()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'connection')
})

it('waits for the page and for an idle line', () => {
  const state = vi.spyOn(document, 'readyState', 'get').mockReturnValue('loading')
  loadAhead(load)
  vi.advanceTimersByTime(60_000)
  expect(load).not.toHaveBeenCalled()
  state.mockReturnValue('complete')
  vi.advanceTimersByTime(60_000)
  expect(load).toHaveBeenCalledOnce()
})

it('can be withdrawn', () => {
  loadAhead(load)()
  vi.advanceTimersByTime(60_000)
  expect(load).not.toHaveBeenCalled()
})

it.each([{ saveData: true }, { effectiveType: '2g' }])('loads nothing ahead over a connection like %j', connection => {
  Object.defineProperty(navigator, 'connection', { value: connection, configurable: true })
  loadAhead(load)
  vi.advanceTimersByTime(60_000)
  expect(load).not.toHaveBeenCalled()
})
