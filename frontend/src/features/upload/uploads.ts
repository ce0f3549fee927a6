import { useSyncExternalStore } from 'react'
import { endSession } from '@/shared/auth/end'
import { sheetsRegistered } from '@/shared/api/sheets'
import { findKnownFiles, registerSheets, requestLinks } from './api/uploads'
import type { UploadItem } from './item'
import { UploadQueue } from './queue'
import { sendForm } from '@/shared/lib/transfer'

/** The page's only queue: it continues while another screen is shown. */
export const uploads = new UploadQueue({
  links: requestLinks,
  send: sendForm,
  known: findKnownFiles,
  register: registerSheets,
  wait: milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds)),
  now: () => performance.now(),
  onRegistered: sheetsRegistered,
  onSessionLost: () => void endSession('tokenInvalidated'),
})

// Closing the tab would abort uploads; the browser asks with its own text.
window.addEventListener('beforeunload', event => {
  if (uploads.busy) event.preventDefault()
})

export function useUploads(): readonly UploadItem[] {
  return useSyncExternalStore(uploads.subscribe, uploads.snapshot)
}
