import { Box, Stack, Typography } from '@mui/material'
import { useTranslation } from '@/shared/i18n/useTranslation'

/** The product's mark: a GHS diamond with a tick. */
export function Mark({ size = 28, inverse = false }: { size?: number; inverse?: boolean }) {
  return (
    <Box component="svg" viewBox="0 0 32 32" aria-hidden sx={{ width: size, height: size, flexShrink: 0, color: inverse ? 'background.paper' : 'primary.main', stroke: 'var(--mui-palette-background-paper)', ...(inverse && { stroke: 'var(--mui-palette-primary-main)' }) }}>
      <path d="M16 1 31 16 16 31 1 16Z" fill="currentColor" stroke="none" />
      <path
        d="M10.5 16.5 14.5 20.5 22 12.5"
        fill="none"
        strokeWidth={3}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </Box>
  )
}

/** The mark with the product's name. */
export function Brand({ inverse = false }: { inverse?: boolean }) {
  const { t } = useTranslation()
  return (
    <Stack direction="row" spacing={1} sx={{ alignItems: 'center', color: inverse ? 'primary.contrastText' : 'primary.main' }}>
      <Mark inverse={inverse} />
      <Typography component="span" sx={{ fontSize: 'large', fontWeight: 800, letterSpacing: '0.01em' }}>
        {t('common.productName')}
      </Typography>
    </Stack>
  )
}
