import Box from '@mui/material/Box'
import { keyframes } from '@mui/material/styles'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { times } from '@/shared/lib/limits'

const appear = keyframes({ from: { opacity: 0 }, to: { opacity: 1 } })
const turn = keyframes({ to: { transform: 'rotate(1turn)' } })

/**
 * Indicates loading; it fades in after 500 ms, so that quick loads do not flicker. It is part of the first
 * load, and rendered with styles only.
 */
export function Spinner({ fullPage = false }: { fullPage?: boolean }) {
  const { t } = useTranslation()
  return (
    <Box role="status" sx={{ display: 'grid', placeItems: 'center', minHeight: fullPage ? '100dvh' : 240, animation: `${appear} 225ms ${times.spinner}ms both` }}>
      <Box
        role="progressbar"
        aria-label={t('common.loading')}
        sx={{
          width: 40,
          height: 40,
          borderRadius: '50%',
          border: '4px solid',
          borderColor: 'primary.light',
          borderTopColor: 'primary.main',
          animation: `${turn} 1s linear infinite`,
          '@media (prefers-reduced-motion: reduce)': { animationDuration: '4s' },
        }}
      />
    </Box>
  )
}
