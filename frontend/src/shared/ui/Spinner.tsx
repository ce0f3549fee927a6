import { Box, CircularProgress, Fade } from '@mui/material'
import { useTranslation } from 'react-i18next'
import { times } from '@/shared/lib/limits'

/** Says that something is coming; it fades in after 500 ms, so that what is quick does not flicker. */
export function Spinner({ fullPage = false }: { fullPage?: boolean }) {
  const { t } = useTranslation()
  return (
    <Fade in style={{ transitionDelay: `${times.spinner}ms` }}>
      <Box role="status" sx={{ display: 'grid', placeItems: 'center', minHeight: fullPage ? '100dvh' : 240 }}>
        <CircularProgress aria-label={t('common.loading')} />
      </Box>
    </Fade>
  )
}
