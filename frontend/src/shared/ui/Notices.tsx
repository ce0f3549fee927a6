import { Alert, Button, LinearProgress } from '@mui/material'
import { type CustomContentProps, SnackbarContent, SnackbarProvider, closeSnackbar, enqueueSnackbar } from 'notistack'
import { type Ref, useEffect, useState } from 'react'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { times } from '@/shared/lib/limits'
import { useNoticePlace } from './noticePlace'
import './notices.css'
import { type Notice, setNoticeBoard } from './notify'

declare module 'notistack' {
  interface VariantOverrides {
    notice: { notice: Notice }
  }
}

/** Whether the window is in the background. */
function useAway(): boolean {
  const [away, setAway] = useState(false)
  useEffect(() => {
    const leave = () => setAway(true)
    const enter = () => setAway(false)
    window.addEventListener('blur', leave)
    window.addEventListener('focus', enter)
    return () => {
      window.removeEventListener('blur', leave)
      window.removeEventListener('focus', enter)
    }
  }, [])
  return away
}

/** Closes a notice after a while in which nobody is at it: neither pointer nor focus, nor is the window in the background. */
function useEnd(id: CustomContentProps['id'], stays: boolean) {
  const [pointed, setPointed] = useState(false)
  const [focused, setFocused] = useState(false)
  const held = useAway() || pointed || focused || stays
  useEffect(() => {
    if (held) return
    const end = setTimeout(() => closeSnackbar(id), times.notice)
    return () => clearTimeout(end)
  }, [held, id])
  return {
    onMouseEnter: () => setPointed(true),
    onMouseLeave: () => setPointed(false),
    onFocus: () => setFocused(true),
    onBlur: () => setFocused(false),
  }
}

/** A failure stays until it is closed: whoever looks away does not miss it. */
const stays = ({ color, progress }: Notice) => color === 'error' || progress === true

function NoticeSnackbar({ id, notice, style, ref }: CustomContentProps & { notice: Notice; ref?: Ref<HTMLDivElement> }) {
  const { t } = useTranslation()
  const color = notice.color ?? 'info'
  const holds = useEnd(id, stays(notice))
  return (
    <SnackbarContent
      ref={ref}
      style={style}
      data-notice
      role={color === 'error' ? 'alert' : 'status'}
      {...holds}
      onKeyDown={event => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        closeSnackbar(id)
      }}
    >
      <Alert
        role="presentation"
        severity={color}
        variant="filled"
        elevation={6}
        sx={{ width: '100%', alignItems: 'center', overflowWrap: 'anywhere', whiteSpace: 'pre-line', position: 'relative' }}
        action={
          <>
            {notice.link && (
              // Outside of the router: the routes are hashes, so a plain link works as well.
              <Button color="inherit" size="small" variant="outlined" href={`#${notice.link.to}`} onClick={() => closeSnackbar(id)} sx={{ mr: 0.5, flexShrink: 0, whiteSpace: 'nowrap' }}>
                {t(notice.link.key)}
              </Button>
            )}
            {notice.action && (
              <Button
                color="inherit"
                size="small"
                variant="outlined"
                onClick={() => {
                  closeSnackbar(id)
                  notice.action?.run()
                }}
                sx={{ mr: 0.5, flexShrink: 0, whiteSpace: 'nowrap' }}
              >
                {t(notice.action.key)}
              </Button>
            )}
            <Button color="inherit" size="small" onClick={() => closeSnackbar(id)}>
              {t('common.close')}
            </Button>
          </>
        }
      >
        {'text' in notice ? notice.text : t(notice.key, notice.values ?? {})}
        {notice.progress && (
          <LinearProgress
            color="inherit"
            aria-label={t('common.inProgress')}
            sx={{ position: 'absolute', insetInline: 0, bottom: 0, borderRadius: '0 0 8px 8px' }}
          />
        )}
      </Alert>
    </SnackbarContent>
  )
}

const contents = { notice: NoticeSnackbar }

/** The snackbars, in the corner of the page or of the dialog on it. */
export function Notices() {
  const { t } = useTranslation()
  const place = useNoticePlace(t('common.notices'))
  useEffect(() => {
    setNoticeBoard({
      show: (id, notice) =>
        enqueueSnackbar({
          key: id,
          variant: 'notice',
          notice,
          message: 'text' in notice ? notice.text : `${notice.key}${JSON.stringify(notice.values ?? {})}`,
          preventDuplicate: !notice.progress,
          // Those that stay are the last to give way to others; the others end by themselves (useEnd).
          persist: stays(notice),
          autoHideDuration: null,
        }),
      dismiss: closeSnackbar,
    })
    return () => setNoticeBoard(null)
  }, [])
  return (
    <SnackbarProvider
      domRoot={place}
      maxSnack={3}
      Components={contents}
      transitionDuration={{ enter: 225, exit: times.noticeHide }}
      // At the bottom, away from menus and toolbars; in a sheet or another dialog, away from its buttons as well (notices.css).
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      classes={{ containerRoot: 'notices' }}
    />
  )
}
