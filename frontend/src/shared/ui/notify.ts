export type NoticeColor = 'info' | 'success' | 'warning' | 'error'

/** The link of a notice: a path of the dashboard, and the message key of its text. */
export interface NoticeLink {
  to: string
  key: string
}

/** The content of a snackbar: a plain text, or a message key with values (then it follows the language). */
export type Notice = { color?: NoticeColor; progress?: boolean; link?: NoticeLink } & ({ text: string } | { key: string; values?: Record<string, unknown> })

/** The component that shows the notices. It is loaded after the first screen; earlier notices wait for it. */
export interface NoticeBoard {
  show: (id: string, notice: Notice) => void
  dismiss: (id: string) => void
}

let board: NoticeBoard | null = null
let waiting: { id: string; notice: Notice }[] = []
let count = 0
let used = false
const listeners = new Set<() => void>()

/** Shows a notice for 20 s, or until it is closed; one with a progress bar stays until it is dismissed by its id. */
export function notify(notice: Notice): string {
  const id = `notice-${++count}`
  if (board) board.show(id, notice)
  else waiting.push({ id, notice })
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
