import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { loadAhead as LoadAhead } from './ahead'

// Each test has a module of its own: arrivals on the line of an earlier one are none of its.
let loadAhead: typeof LoadAhead

const load = vi.fn(() => Promise.resolve())

beforeEach(async () => {
  vi.resetModules()
  vi.stubGlobal('PerformanceObserver', undefined)
  ;({ loadAhead } = await import('./ahead'))
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
