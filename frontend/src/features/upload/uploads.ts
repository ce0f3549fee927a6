import { useSyncExternalStore } from 'react'
import { endSession } from '@/shared/auth/end'
import { sheetsRegistered } from '@/shared/api/sheets'
import { registerSheets, requestLinks } from './api/uploads'
import { type UploadItem, UploadQueue } from './queue'
import { sendForm } from './transfer'

/** The page's one queue: it goes on while the person is on another screen. */
export const uploads = new UploadQueue({
  links: requestLinks,
  send: sendForm,
  register: registerSheets,
  wait: milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds)),
  now: () => performance.now(),
  onRegistered: sheetsRegistered,
  onSessionLost: () => void endSession('tokenInvalidated'),
})

// Closing the tab would break off what is being sent; the browser asks in its own words.
window.addEventListener('beforeunload', event => {
  if (uploads.busy) event.preventDefault()
})

export function useUploads(): readonly UploadItem[] {
  return useSyncExternalStore(uploads.subscribe, uploads.snapshot)
}

export interface Totals {
  files: number
  done: number
  failed: number
  /** Bytes. */
  size: number
  sent: number
}

/** How far the files that were started are. */
export function totalsOf(items: readonly UploadItem[]): Totals {
  const started = items.filter(({ target, phase }) => target && phase !== 'refused')
  const sum = (value: (item: UploadItem) => number) => started.reduce((total, item) => total + value(item), 0)
  return {
    files: started.length,
    done: started.filter(({ phase }) => phase === 'done').length,
    failed: started.filter(({ phase }) => phase === 'failed').length,
    size: sum(({ file }) => file.size),
    sent: sum(({ sent }) => sent),
  }
}

/** Percent of the way: what is sent counts nine tenths, what is a sheet the rest. */
export function percentOf({ files, done, size, sent }: Totals): number {
  if (files === 0) return 0
  return Math.round(90 * (size === 0 ? 1 : sent / size) + 10 * (done / files))
}
