import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Whether the device has a connection. That the server can be reached is another matter: only a call tells. */
export const useOnline = () => useSyncExternalStore(subscribe, () => navigator.onLine)

/** How often what could not be loaded is tried again while the device says that it has a connection, in milliseconds. */
const again = 15_000

/**
 * Tries again by itself, as soon as there is a connection and from time to time, while `on`. It listens as soon as what says so
 * is drawn: a connection that comes at once is not missed.
 */
export function useRetryOnline(on: boolean, retry: () => void): void {
  const latest = useRef(retry)
  useLayoutEffect(() => {
    latest.current = retry
  })
  useLayoutEffect(() => {
    if (!on) return
    const run = () => latest.current()
    const timer = setInterval(() => navigator.onLine && run(), again)
    window.addEventListener('online', run)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', run)
    }
  }, [on])
}
