import { Button, Dialog, DialogActions, DialogContent, DialogTitle, Stack } from '@mui/material'
import { useId } from 'react'
import type { MadeProvisioningToken } from '@/shared/api/provisioning'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { FormAlert } from '@/shared/ui/FormAlert'
import { Copied } from './Copied'

/** A new token, which is shown once: it is closed by its button only. */
export function MadeTokenDialog({ token, onClose }: { token: MadeProvisioningToken; onClose: () => void }) {
  const { t } = useTranslation()
  const titleId = useId()
  return (
    <Dialog open aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId}>{t('scim.madeTitle')}</DialogTitle>
      <DialogContent>
        <Stack spacing={2.5} sx={{ pt: 1 }}>
          <FormAlert severity="warning">{t('scim.shownOnce')}</FormAlert>
          <Copied label={t('scim.secret')} button={t('scim.copyToken')} value={token.token} />
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          {t('scim.close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
