import { Box, Button, Stack } from '@mui/material'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { notify } from '@/shared/ui/notify'

/** A value to copy into the settings of another system. */
export function CopyValue({ name, value }: { name: string; value: string }) {
  const { t } = useTranslation()
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => notify({ key: 'saml.setting.copied', color: 'success' }),
      () => notify({ key: 'saml.setting.copyFailed', color: 'error' }),
    )
  return (
    <Stack component="span" direction="row" spacing={1} sx={{ alignItems: 'flex-start', justifyContent: 'space-between' }}>
      <Box component="code" sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere', minWidth: 0, pt: 0.25 }}>
        {value}
      </Box>
      <Button size="small" variant="outlined" aria-label={t('saml.setting.copyOf', { name })} onClick={() => void copy()} sx={{ flexShrink: 0 }}>
        {t('saml.setting.copy')}
      </Button>
    </Stack>
  )
}
