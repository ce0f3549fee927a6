import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Stack, Typography } from '@mui/material'
import { useId, useState } from 'react'
import { type SecondFactors, useMakeRecoveryCodes } from '@/shared/api/factors'
import { reportError } from '@/shared/api/queryClient'
import { Reauthenticate } from '@/shared/auth/Reauthenticate'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { page } from '@/shared/lib/browser'
import { saveFile } from '@/shared/lib/saveFile'
import { FormAlert } from '@/shared/ui/FormAlert'
import { notify } from '@/shared/ui/notify'

/** How many recovery codes are left, and making new ones. */
export function RecoveryCodes({ email, codes }: { email: string; codes: SecondFactors['recovery_codes'] }) {
  const { t } = useTranslation()
  const [making, setMaking] = useState(false)
  return (
    <Stack spacing={1} sx={{ borderTop: 1, borderColor: 'divider', pt: 2.5 }}>
      <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 1.5, alignItems: 'center', justifyContent: 'space-between' }}>
        <Box>
          <Typography sx={{ fontWeight: 600 }}>{t('mfa.recovery_code')}</Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {codes.total > 0 ? t('mfa.recovery.remaining', codes) : t('mfa.recovery.none')}
          </Typography>
        </Box>
        <Button size="small" variant="outlined" onClick={() => setMaking(true)}>
          {t(codes.total > 0 ? 'mfa.recovery.remake' : 'mfa.recovery.make')}
        </Button>
      </Stack>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('mfa.recovery.lead')}
      </Typography>
      {making && <MakeDialog email={email} again={codes.total > 0} onClose={() => setMaking(false)} />}
    </Stack>
  )
}

function MakeDialog({ email, again, onClose }: { email: string; again: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const titleId = useId()
  const make = useMakeRecoveryCodes()
  const confirm = async () => {
    try {
      await make.mutateAsync()
    } catch (error) {
      reportError(error, 'update')
      onClose()
    }
  }
  const made = make.data?.codes
  return (
    // Shown once: it is closed by its button only.
    <Dialog open onClose={made || make.isPending ? undefined : onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <DialogTitle id={titleId}>{t('mfa.recovery.makeTitle')}</DialogTitle>
      <DialogContent>
        {made ? (
          <Shown email={email} codes={made} />
        ) : (
          <Stack spacing={2}>
            {again && <Typography>{t('mfa.recovery.remakeText')}</Typography>}
            <Reauthenticate email={email} recoverable onDone={confirm} />
          </Stack>
        )}
      </DialogContent>
      <DialogActions>
        {made ? (
          <Button variant="contained" onClick={onClose}>
            {t('mfa.recovery.close')}
          </Button>
        ) : (
          <Button variant="outlined" color="cancel" onClick={onClose} disabled={make.isPending}>
            {t('common.cancel')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

function Shown({ email, codes }: { email: string; codes: readonly string[] }) {
  const { t } = useTranslation()
  const text = `${t('mfa.recovery.heading', { email })}\n\n${codes.join('\n')}\n`
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => notify({ key: 'mfa.enroll.copied', color: 'success' }),
      () => notify({ key: 'mfa.enroll.copyFailed', color: 'error' }),
    )
  return (
    <Stack spacing={2}>
      <FormAlert severity="warning">{t('mfa.recovery.shown')}</FormAlert>
      <Box component="ol" data-testid="recovery-codes" sx={{ m: 0, pl: 3.5, typography: 'body2', fontFamily: 'monospace', whiteSpace: 'nowrap' }}>
        {codes.map(code => (
          <li key={code}>{code}</li>
        ))}
      </Box>
      <Stack direction="row" useFlexGap spacing={1} sx={{ flexWrap: 'wrap' }}>
        <Button size="small" variant="outlined" onClick={() => void copy()}>
          {t('mfa.recovery.copy')}
        </Button>
        <Button size="small" variant="outlined" onClick={() => saveFile(new Blob([text], { type: 'text/plain;charset=utf-8' }), t('mfa.recovery.file'))}>
          {t('mfa.recovery.download')}
        </Button>
        <Button size="small" variant="outlined" onClick={() => page.print()}>
          {t('mfa.recovery.print')}
        </Button>
      </Stack>
    </Stack>
  )
}
