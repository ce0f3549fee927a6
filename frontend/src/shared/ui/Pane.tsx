import Box from '@mui/material/Box'
import { Component, type ReactNode, Suspense, useEffect, useLayoutEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { page } from '@/shared/lib/browser'
import { reloadForPart } from '@/shared/lib/chunks'
import { tryPartsAgain } from '@/shared/lib/lazyPart'
import { useRetryOnline } from '@/shared/lib/online'
import { allKept, askToLeave, forgetUnsaved } from '@/shared/lib/unsaved'
import { FaultReport, PlainButton, faultKind } from './FaultText'

interface PaneProps {
  /** What the pane is, for the report. */
  name: string
  children: ReactNode
  /** Another value is another thing to show: a fault is forgotten. */
  resetKey?: string | null
  /** Shown while a part of it is loaded. */
  loading?: ReactNode
  /** Closes it, where that is possible. */
  onClose?: () => void
  /** Shows nothing where it fails, and is tried again all the same. */
  hidden?: boolean
  /** What is around the message, where the pane itself would have drawn that. */
  frame?: (message: ReactNode) => ReactNode
}

/** A part of the screen that fails on its own: what is beside it stays, and it can be tried again. */
export class Pane extends Component<PaneProps, { error: unknown; failed: boolean }> {
  override state = { error: undefined, failed: false }

  static getDerivedStateFromError(error: unknown) {
    return { error, failed: true }
  }

  override componentDidUpdate({ resetKey }: PaneProps) {
    if (this.state.failed && resetKey !== this.props.resetKey) this.tryAgain()
  }

  tryAgain = () => {
    tryPartsAgain()
    this.setState({ error: undefined, failed: false })
  }

  override render() {
    const { name, children, loading = null, onClose, hidden = false, frame = (message: ReactNode) => message } = this.props
    const { error, failed } = this.state
    if (!failed) return <Suspense fallback={loading}>{children}</Suspense>
    const message = <PaneFault name={name} error={error} onRetry={this.tryAgain} onClose={onClose} />
    return hidden ? <div hidden>{message}</div> : frame(message)
  }
}

async function reload(): Promise<void> {
  if (!allKept() && !(await askToLeave())) return
  forgetUnsaved()
  page.reload()
}

function PaneFault({ name, error, onRetry, onClose }: { name: string; error: unknown; onRetry: () => void; onClose?: () => void }) {
  const { t } = useTranslation()
  const kind = faultKind(error)
  useRetryOnline(kind === 'offline', onRetry)
  useLayoutEffect(() => reloadForPart(error), [error])
  // Who leaves this place and comes back finds it loaded again.
  useEffect(() => tryPartsAgain, [])
  return (
    <Box role="alert" sx={{ display: 'grid', gap: 1.5, placeContent: 'center', justifyItems: 'center', minHeight: 200, height: '100%', textAlign: 'center', p: 3, overflow: 'auto', bgcolor: 'background.paper' }}>
      <Box component="p" sx={{ m: 0, fontWeight: 600 }}>
        {t(`errors.pane.${kind}`)}
      </Box>
      <Box component="p" sx={{ m: 0, typography: 'body2', color: 'text.secondary', maxWidth: 480 }}>
        {t(`errors.pane.${kind}Text`)}
      </Box>
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', justifyContent: 'center' }}>
        {kind === 'updated' ? <PlainButton onClick={() => void reload()}>{t('common.reload')}</PlainButton> : <PlainButton onClick={onRetry}>{t('common.retry')}</PlainButton>}
        {onClose && <PlainButton onClick={onClose}>{t('common.close')}</PlainButton>}
      </Box>
      {kind === 'fault' && <FaultReport error={error} where={name} />}
    </Box>
  )
}
