import { useSyncExternalStore } from 'react'

/*
 * Work that goes on while other screens are shown, such as uploads. Its display is loaded only once there is
 * some.
 */

let begun = false
const listeners = new Set<() => void>()

/** Uploads have begun in this page. */
export function uploadsBegun(): void {
  begun = true
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Whether there may be uploads to show. */
export const useUploadsBegun = () => useSyncExternalStore(subscribe, () => begun)
