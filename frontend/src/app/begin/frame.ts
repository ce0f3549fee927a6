import type { Locale } from '@/shared/lib/locale'
import { isLoggedInPath, paths, sheetIn } from '@/shared/lib/paths'

declare global {
  /** The few texts of the frame, put here by the build (vite.config.ts): those of the screens come later. */
  const START_TEXTS: Readonly<Record<Locale, { title: string; search: string }>>
}

/** What the page shows until the first screen can be drawn; its look is in index.html. */
export type Frame = 'sheet' | 'list' | 'screen'

/** The frame of an address for somebody who is logged in; null if it is no screen of theirs. */
export function frameOf({ pathname, searchParams }: URL): Frame | null {
  if (!isLoggedInPath(pathname)) return null
  if (sheetIn(searchParams)) return 'sheet'
  return pathname === paths.sdsList ? 'list' : 'screen'
}

/** Shows the frame of the first screen: its bar and its lines at their places, and what of its texts is known. */
export function showFrame(frame: Frame, locale: Locale): void {
  const { dataset } = document.documentElement
  dataset.frame = frame
  document.documentElement.lang = locale.slice(0, 2)
  for (const element of document.querySelectorAll<HTMLElement>('#start [data-text]')) element.textContent = START_TEXTS[locale][element.dataset.text as 'title' | 'search']
}

/** Says that nothing could be loaded. */
export function showFailure(): void {
  document.documentElement.dataset.frame = 'failed'
}
