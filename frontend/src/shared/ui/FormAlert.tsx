import { Alert, type AlertColor, type SxProps } from '@mui/material'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { actionBelow } from './actionBelow'

interface FormAlertProps {
  severity?: AlertColor
  /** At an edge of the screen, such as in a bar: without corners. */
  flush?: boolean
  /** What can be done about it. On a narrow place it is below the text. */
  action?: ReactNode
  /** It can be closed. */
  onClose?: () => void
  sx?: SxProps
  children: ReactNode
}

/** What keeps a form from being saved. It comes into view when it appears, or says something else. */
export function FormAlert({ severity = 'error', flush = false, action, onClose, sx, children }: FormAlertProps) {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const text = typeof children === 'string' ? children : null
  useEffect(() => {
    // What is in view stays where it is.
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [text])
  const styles = [{ whiteSpace: 'pre-line' }, flush && { borderRadius: 0 }, action !== undefined && actionBelow, ...(Array.isArray(sx) ? (sx as object[]) : [sx])].filter(Boolean)
  return (
    <Alert ref={box} severity={severity} action={action} onClose={onClose} closeText={t('common.close')} sx={styles as SxProps}>
      {children}
    </Alert>
  )
}
