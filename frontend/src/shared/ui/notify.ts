import type { TextKey } from '@/shared/i18n/keys'

export type NoticeColor = 'info' | 'success' | 'warning' | 'error'

/** The link of a notice: a path of the dashboard, and the message key of its text. */
export interface NoticeLink {
  to: string
  key: TextKey
}

/** What a notice offers to do, such as to undo what it reports, by the message key of its text. */
export interface NoticeAction {
  key: TextKey
  run: () => void
}

/** The content of a snackbar: a plain text, or a message key with values (then it follows the language). */
export type Notice = { color?: NoticeColor; progress?: boolean; link?: NoticeLink; action?: NoticeAction } & ({ text: string } | { key: TextKey; values?: Record<string, unknown> })

/** The component that shows the notices. It is loaded after the first screen; earlier notices wait for it. */
export interface NoticeBoard {
  /** A notice whose id is shown already is not shown again. */
  show: (id: string, notice: Notice) => void
  dismiss: (id: string) => void
}

let board: NoticeBoard | null = null
let waiting: { id: string; notice: Notice }[] = []
let count = 0
let used = false
const listeners = new Set<() => void>()

/** Equal failures are one notice: a server that cannot be reached fails every request of a screen. */
const idOf = (notice: Notice) => (notice.color === 'error' && !notice.progress ? `notice-${JSON.stringify(notice)}` : `notice-${++count}`)

/** Shows a notice for 20 s; a failure until it is closed, and one with a progress bar until it is dismissed by its id. */
export function notify(notice: Notice): string {
  const id = idOf(notice)
  if (board) board.show(id, notice)
  else if (!waiting.some(other => other.id === id)) waiting.push({ id, notice })
  if (!used) {
    used = true
    for (const listener of listeners) listener()
  }
  return id
}

export function dismiss(id: string): void {
  waiting = waiting.filter(entry => entry.id !== id)
  board?.dismiss(id)
}

/** Mounts the board, with all waiting notices; null unmounts it. */
export function setNoticeBoard(next: NoticeBoard | null): void {
  board = next
  if (!next) return
  for (const { id, notice } of waiting.splice(0)) next.show(id, notice)
}

/** Whether there has been a notice: before the first one its board is not needed. */
export const noticesUsed = () => used

export function onFirstNotice(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
