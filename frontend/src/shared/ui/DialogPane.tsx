import { Dialog } from '@mui/material'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Pane } from './Pane'

/** A place for a dialog that is loaded when it is asked for: where it cannot be, a dialog says so. `open` is which one is asked for. */
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
