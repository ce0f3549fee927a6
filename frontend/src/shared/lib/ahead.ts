/** How long nothing must have arrived before the line counts as idle, in milliseconds. */
const quiet = 1_500

/** The connection, where the browser tells; `saveData` is the user's wish to load no more than necessary. */
interface Connection {
  saveData?: boolean
  effectiveType?: string
}

function mayLoadAhead(): boolean {
  const { connection } = navigator as { connection?: Connection }
  return navigator.onLine && !connection?.saveData && !/2g/.test(connection?.effectiveType ?? '')
}

let lastArrival = 0
let observer: PerformanceObserver | undefined

/** Observes what arrives over the line. */
function watch(): void {
  if (observer || typeof PerformanceObserver === 'undefined' || !PerformanceObserver.supportedEntryTypes?.includes('resource')) return
  observer = new PerformanceObserver(() => (lastArrival = performance.now()))
  observer.observe({ type: 'resource', buffered: true })
}

/** Runs something once the page has nothing else to do, or after some milliseconds. The returned function withdraws it. */
export function whenIdle(run: () => void, timeout = 2_000): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(run)
    return () => clearTimeout(timer)
  }
  const asked = requestIdleCallback(run, { timeout })
  return () => cancelIdleCallback(asked)
}

/**
 * Loads something that is probably needed next: once the page has loaded and its line has been idle for a
 * while, and not at all for users who save data. If it fails, its first use loads it again and reports that.
 * The returned function withdraws it.
 */
export function loadAhead(load: () => Promise<unknown>): () => void {
  if (!mayLoadAhead()) return () => undefined
  watch()
  let timer: ReturnType<typeof setTimeout>
  let over = false
  const look = () => {
    const since = performance.now() - lastArrival
    if (document.readyState !== 'complete' || since < quiet) {
      timer = setTimeout(look, Math.max(100, quiet - since))
      return
    }
    whenIdle(() => {
      if (!over) load().catch(() => undefined)
    })
  }
  timer = setTimeout(look, quiet)
  return () => {
    over = true
    clearTimeout(timer)
  }
}
