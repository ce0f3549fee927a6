import { Alert, type AlertColor, type SxProps } from '@mui/material'
import { type ReactNode, useEffect, useRef } from 'react'

/** What keeps a form from being saved. It comes into view when it appears, or says something else. */
export function FormAlert({ severity = 'error', sx, children }: { severity?: AlertColor; sx?: SxProps; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const text = typeof children === 'string' ? children : null
  useEffect(() => {
    // What is in view stays where it is.
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [text])
  return (
    <Alert ref={box} severity={severity} sx={[{ whiteSpace: 'pre-line' }, ...(Array.isArray(sx) ? (sx as object[]) : [sx ?? {}])] as SxProps}>
      {children}
    </Alert>
  )
}
