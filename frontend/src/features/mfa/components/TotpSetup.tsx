import { Alert, Box, Button, LinearProgress, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { QRCodeSVG } from 'qrcode.react'
import { http } from '@/shared/api/client'
import { errorText } from '@/shared/api/report'
import { send } from '@/shared/api/send'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { notify } from '@/shared/ui/notify'
import { ConfirmCode } from './ConfirmCode'

/** The secret as people read it: in groups of four. */
const grouped = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret

const qrSize = 200

/** The secret of an authenticator app, as a QR code and to copy, and its first code. */
export function TotpSetup({ onExpired }: { onExpired: () => void }) {
  const { t } = useTranslation()
  // A secret is made once for this visit, and forgotten with it.
  const made = useQuery({
    queryKey: ['totp-secret'],
    queryFn: () => send(http.POST('/users/me/second-factors/totp', {})),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    meta: { ownErrors: 'all' },
  })
  if (made.error)
    return (
      <Stack spacing={2} sx={{ alignItems: 'flex-start' }}>
        <Alert severity="error">{errorText(made.error, 'update')}</Alert>
        <Button variant="outlined" onClick={onExpired}>
          {t('mfa.enroll.start')}
        </Button>
      </Stack>
    )
  if (!made.data) return <LinearProgress aria-label={t('common.inProgress')} />
  const { secret, uri } = made.data
  const copy = () =>
    navigator.clipboard.writeText(secret).then(
      () => notify({ key: 'mfa.enroll.copied', color: 'success' }),
      () => notify({ key: 'mfa.enroll.copyFailed', color: 'error' }),
    )
  return (
    <Stack spacing={3}>
      <Typography>{t('mfa.enroll.scan')}</Typography>
      <Box sx={{ alignSelf: 'center', p: 2, bgcolor: 'background.paper', border: 1, borderColor: 'divider', borderRadius: 1, lineHeight: 0 }}>
        <QRCodeSVG value={uri} size={qrSize} level="M" role="img" aria-label={t('mfa.enroll.qr')} title={t('mfa.enroll.qr')} />
      </Box>
      <Box>
        <Typography variant="body2" sx={{ color: 'text.secondary', mb: 1 }}>
          {t('mfa.enroll.secretLead')}
        </Typography>
        <Stack direction={{ xs: 'column', sm: 'row' }} spacing={1} sx={{ alignItems: { xs: 'flex-start', sm: 'center' } }}>
          <Box component="code" aria-label={t('mfa.enroll.secret')} role="group" data-testid="secret" sx={{ px: 1.5, py: 1, bgcolor: 'action.hover', borderRadius: 1, overflowWrap: 'anywhere', typography: 'body1', fontFamily: 'monospace' }}>
            {grouped(secret)}
          </Box>
          <Button variant="outlined" size="small" onClick={() => void copy()} sx={{ flexShrink: 0 }}>
            {t('mfa.enroll.copy')}
          </Button>
        </Stack>
      </Box>
      <ConfirmCode lead={t('mfa.enroll.confirmLead')} onExpired={onExpired} onConfirm={code => send(http.PUT('/users/me/second-factors/totp', { body: { code } }))} />
    </Stack>
  )
}
