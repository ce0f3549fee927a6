import Box from '@mui/material/Box'
import { Component, type ReactNode, Suspense, useEffect, useLayoutEffect } from 'react'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { page } from '@/shared/lib/browser'
import { reloadForPart } from '@/shared/lib/chunks'
import { tryPartsAgain } from '@/shared/lib/lazyPart'
import { useRetryOnline } from '@/shared/lib/online'
import { allKept, askToLeave, forgetUnsaved } from '@/shared/lib/unsaved'
import { FaultReport, PlainButton, faultKind } from './FaultText'

interface PaneProps {
  /** The name of the pane, for the report. */
  name: string
  children: ReactNode
  /** A new value is new content: a fault is reset. */
  resetKey?: string | null
  /** Shown while a part of it is loading. */
  loading?: ReactNode
  /** Closes it, if possible. */
  onClose?: () => void
  /** Shows nothing on failure, but is retried all the same. */
  hidden?: boolean
  /** The frame of the message, if the pane itself would have rendered it. */
  frame?: (message: ReactNode) => ReactNode
}

/** A part of the screen that fails on its own: its surroundings stay, and it can be retried. */
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
  // Leaving and coming back loads it again.
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
