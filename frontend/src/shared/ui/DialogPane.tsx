import { Dialog } from '@mui/material'
import type { ReactNode } from 'react'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { Pane } from './Pane'

/** A place for a lazily loaded dialog: if it fails to load, a dialog reports it. `open` names the requested one. */
export function DialogPane({ open, onClose, children }: { open: string | null; onClose: () => void; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <Pane
      name="dialog"
      resetKey={open}
      onClose={onClose}
      frame={message => (
        <Dialog open={open !== null} onClose={onClose} maxWidth="xs" fullWidth aria-label={t('errors.pane.fault')}>
          {message}
        </Dialog>
      )}
    >
      {children}
    </Pane>
  )
}
