export type NoticeColor = 'info' | 'success' | 'warning' | 'error'

/** Where a notice leads: a path of the dashboard, and the message key of the words. */
export interface NoticeLink {
  to: string
  key: string
}

/** What a snackbar says: a plain text, or a message key with values (then it follows the language). */
export type Notice = { color?: NoticeColor; progress?: boolean; link?: NoticeLink } & ({ text: string } | { key: string; values?: Record<string, unknown> })

/** Whatever shows the notices. It is loaded after the first screen, so what is said before that waits for it. */
export interface NoticeBoard {
  show: (id: string, notice: Notice) => void
  dismiss: (id: string) => void
}

let board: NoticeBoard | null = null
let waiting: { id: string; notice: Notice }[] = []
let count = 0

/** Shows a notice for 20 s, or until it is closed; one with a progress bar stays until it is dismissed by its id. */
export function notify(notice: Notice): string {
  const id = `notice-${++count}`
  if (board) board.show(id, notice)
  else waiting.push({ id, notice })
  return id
}

export function dismiss(id: string): void {
  waiting = waiting.filter(entry => entry.id !== id)
  board?.dismiss(id)
}

/** Puts up the board, with all that has waited for it; null takes it down. */
export function setNoticeBoard(next: NoticeBoard | null): void {
  board = next
  if (!next) return
  for (const { id, notice } of waiting.splice(0)) next.show(id, notice)
}
