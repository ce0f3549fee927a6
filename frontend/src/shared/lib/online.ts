import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Whether the device has a connection. Whether the server is reachable, only a request shows. */
export const useOnline = () => useSyncExternalStore(subscribe, () => navigator.onLine)

/** The interval of retries of failed loads while the device has a connection, in milliseconds. */
const again = 15_000

/**
 * Retries by itself, as soon as there is a connection and periodically, while `on`. It listens from the
 * first render, so that an immediate connection is not missed.
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
