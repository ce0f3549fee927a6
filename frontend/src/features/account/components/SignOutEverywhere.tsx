import { Button, Typography } from '@mui/material'
import { useState } from 'react'
import { reportError } from '@/shared/api/queryClient'
import { endSessionsEverywhere } from '@/shared/auth/end'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { askToLeave } from '@/shared/lib/unsaved'
import { ConfirmDialog } from '@/shared/ui/ConfirmDialog'

/** Ends the sessions on all devices, after a confirmation. */
export function SignOutEverywhere() {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    try {
      await endSessionsEverywhere()
    } catch (error) {
      reportError(error, 'update')
    }
    setBusy(false)
    setAsking(false)
  }
  const ask = async () => {
    if (await askToLeave()) setAsking(true)
  }
  return (
    <>
      <Button variant="outlined" onClick={() => void ask()}>
        {t('user.signOutEverywhere')}
      </Button>
      <ConfirmDialog
        open={asking}
        title={t('user.signOutEverywhereQuestion')}
        confirmLabel={t('user.signOutEverywhereConfirm')}
        busy={busy}
        onConfirm={() => void confirm()}
        onCancel={() => setAsking(false)}
      >
        <Typography>{t('user.signOutEverywhereNote')}</Typography>
      </ConfirmDialog>
    </>
  )
}
