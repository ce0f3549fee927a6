import Box from '@mui/material/Box'
import { type ReactNode, useState } from 'react'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { OfflineError, isChunkError } from '@/shared/lib/chunks'

/** The kind of a fault, which determines the message and the remedy. */
export type FaultKind = 'offline' | 'updated' | 'fault'

export const faultKind = (error: unknown): FaultKind => (error instanceof OfflineError ? 'offline' : isChunkError(error) ? 'updated' : 'fault')

/** The report for the support: no personal data but the place on the screen. */
export function faultReport(error: unknown, where: string): string {
  const { name, message, stack } = error instanceof Error ? error : { name: 'Error', message: String(error), stack: undefined }
  const route = window.location.hash.replace(/^#|\?.*$/g, '')
  const version = /\/static\/([^/]+)\.js/.exec(document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? '')?.[1] ?? '-'
  const calls = (stack ?? '').split('\n').filter(line => line.trim().startsWith('at ')).slice(0, 5)
  return [`Anzen ${version}`, new Date().toISOString(), `${where} ${route}`, `${name}: ${message}`, ...calls, navigator.userAgent].join('\n')
}

/** The report for the support, folded, with a button that copies it. It uses only what is loaded from the start. */
export function FaultReport({ error, where }: { error: unknown; where: string }) {
  const { t } = useTranslation()
  const [text] = useState(() => faultReport(error, where))
  const [copied, setCopied] = useState(false)
  const copy = () => void navigator.clipboard.writeText(text).then(() => setCopied(true), () => undefined)
  return (
    <Box component="details" sx={{ typography: 'body2', color: 'text.secondary', maxWidth: 'min(560px, 100%)', textAlign: 'left' }}>
      <Box component="summary" sx={{ cursor: 'pointer', textAlign: 'center' }}>
        {t('errors.report.title')}
      </Box>
      <Box component="p" sx={{ my: 1 }}>
        {t('errors.report.text')}
      </Box>
      <Box component="pre" tabIndex={0} sx={{ m: 0, mb: 1, p: 1, fontSize: 'small', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', bgcolor: 'background.default', border: '1px solid', borderColor: 'divider', borderRadius: 1, maxHeight: 200, overflow: 'auto' }}>
        {text}
      </Box>
      <PlainButton onClick={copy}>{t(copied ? 'errors.report.copied' : 'errors.report.copy')}</PlainButton>
    </Box>
  )
}

/** A button that needs nothing to be loaded. */
export function PlainButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Box
      component="button"
      type="button"
      onClick={onClick}
      sx={{ typography: 'button', px: 2.5, py: 1, cursor: 'pointer', color: 'primary.main', bgcolor: 'background.paper', border: '1px solid', borderRadius: 1 }}
    >
      {children}
    </Box>
  )
}
