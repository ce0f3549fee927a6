import { Alert, Button, LinearProgress } from '@mui/material'
import { type CustomContentProps, SnackbarContent, SnackbarProvider, closeSnackbar, enqueueSnackbar } from 'notistack'
import { type Ref, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { times } from '@/shared/lib/limits'
import './notices.css'
import { type Notice, setNoticeBoard } from './notify'

declare module 'notistack' {
  interface VariantOverrides {
    notice: { notice: Notice }
  }
}

function NoticeSnackbar({ id, notice, style, ref }: CustomContentProps & { notice: Notice; ref?: Ref<HTMLDivElement> }) {
  const { t } = useTranslation()
  const color = notice.color ?? 'info'
  return (
    <SnackbarContent ref={ref} style={style} role={color === 'error' ? 'alert' : 'status'}>
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

/** The snackbars, in the corner of the page. */
export function Notices() {
  useEffect(() => {
    setNoticeBoard({
      show: (id, notice) =>
        enqueueSnackbar({
          key: id,
          variant: 'notice',
          notice,
          message: 'text' in notice ? notice.text : `${notice.key}${JSON.stringify(notice.values ?? {})}`,
          preventDuplicate: !notice.progress,
          persist: notice.progress ?? false,
          autoHideDuration: times.notice,
        }),
      dismiss: closeSnackbar,
    })
    return () => setNoticeBoard(null)
  }, [])
  return (
    <SnackbarProvider
      maxSnack={3}
      Components={contents}
      transitionDuration={{ enter: 225, exit: times.noticeHide }}
      // At the bottom, away from menus and toolbars; where a sheet or a dialog is open, away from its buttons as well (notices.css).
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      classes={{ containerRoot: 'notices' }}
    />
  )
}
