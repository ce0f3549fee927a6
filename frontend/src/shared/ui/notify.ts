import { type SnackbarKey, closeSnackbar, enqueueSnackbar } from 'notistack'
import { times } from '@/shared/lib/limits'

export type NoticeColor = 'info' | 'success' | 'warning' | 'error'

/** What a snackbar says: a plain text, or a message key with values (then it follows the language). */
export type Notice = { color?: NoticeColor; progress?: boolean } & ({ text: string } | { key: string; values?: Record<string, unknown> })

declare module 'notistack' {
  interface VariantOverrides {
    notice: { notice: Notice }
  }
}

/** Shows a notice for 20 s, or until it is closed; one with a progress bar stays until it is dismissed. */
export function notify(notice: Notice): SnackbarKey {
  return enqueueSnackbar({
    variant: 'notice',
    notice,
    message: 'text' in notice ? notice.text : `${notice.key}${JSON.stringify(notice.values ?? {})}`,
    preventDuplicate: !notice.progress,
    autoHideDuration: notice.progress ? null : times.notice,
  })
}

export function dismiss(key: SnackbarKey): void {
  closeSnackbar(key)
}
