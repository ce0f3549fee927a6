import { Button, Dialog, DialogActions, DialogContent, DialogTitle, Stack, Typography } from '@mui/material'
import { useId } from 'react'
import { reportError } from '@/shared/api/queryClient'
import type { User } from '@/shared/api/users'
import { Reauthenticate } from '@/shared/auth/Reauthenticate'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { FormAlert } from '@/shared/ui/FormAlert'

/** Turns off the second factors of a user who has lost them: an administrator enters their own password again for that. */
export function ResetFactorsDialog({ user, email, onReset, onClose }: { user: User; email: string; onReset: () => Promise<void>; onClose: () => void }) {
  const { t } = useTranslation()
  const titleId = useId()
  const reset = async () => {
    try {
      await onReset()
    } catch (error) {
      reportError(error, 'update')
    }
    onClose()
  }
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <DialogTitle id={titleId}>{t('users.resetFactorsTitle')}</DialogTitle>
      <DialogContent>
        <Stack spacing={2}>
          <Typography>{t('users.resetFactorsText', { name: user.name, email: user.email })}</Typography>
          {user.tfa?.passkeys && <Typography>{t('users.resetFactorsPasskeys')}</Typography>}
          <FormAlert severity="warning">{t('users.resetFactorsCheck')}</FormAlert>
          <Reauthenticate email={email} recoverable onDone={reset} />
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" color="cancel" onClick={onClose}>
          {t('common.cancel')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
