import { Alert, Button, LinearProgress } from '@mui/material'
import { type CustomContentProps, SnackbarContent, SnackbarProvider, closeSnackbar } from 'notistack'
import { type ReactNode, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { times } from '@/shared/lib/limits'
import { type Notice } from './notify'

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
          <Button color="inherit" size="small" onClick={() => closeSnackbar(id)}>
            {t('common.close')}
          </Button>
        }
      >
        {'text' in notice ? notice.text : t(notice.key, notice.values ?? {})}
        {notice.progress && (
          <LinearProgress color="inherit" aria-label={t('common.inProgress')} sx={{ position: 'absolute', insetInline: 0, bottom: 0, borderRadius: '0 0 8px 8px' }} />
        )}
      </Alert>
    </SnackbarContent>
  )
}

const contents = { notice: NoticeSnackbar }

export function Notices({ children }: { children: ReactNode }) {
  return (
    <SnackbarProvider
      maxSnack={3}
      Components={contents}
      autoHideDuration={times.notice}
      transitionDuration={{ enter: 225, exit: 500 }}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
    >
      {children}
    </SnackbarProvider>
  )
}
