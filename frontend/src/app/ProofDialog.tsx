import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material'
import { useId } from 'react'
import { Reauthenticate } from '@/shared/auth/Reauthenticate'
import { useTranslation } from '@/shared/i18n/useTranslation'

/** Has the user prove who they are before a change that needs it. */
export function ProofDialog({ email, onAnswer }: { email: string; onAnswer: (proven: boolean) => void }) {
  const { t } = useTranslation()
  const titleId = useId()
  return (
    <Dialog open onClose={() => onAnswer(false)} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <DialogTitle id={titleId}>{t('mfa.reauth.title')}</DialogTitle>
      <DialogContent>
        <Reauthenticate email={email} recoverable onDone={() => onAnswer(true)} />
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" color="cancel" onClick={() => onAnswer(false)}>
          {t('common.cancel')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
