import { Box, type SvgIconProps, Typography } from '@mui/material'
import type { ComponentType, ReactNode } from 'react'
import { Link } from 'react-router'
import type { Figure } from '@/shared/api/overview'
import { useLocale } from '@/shared/i18n/useLocale'
import { formatNumber } from '@/shared/lib/format'
import { listAddress } from '@/shared/lib/listAddress'

export function Tiles({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box
      component="ul"
      aria-label={label}
      sx={{ listStyle: 'none', m: 0, mb: 2, p: 0, display: 'grid', gap: { xs: 1, sm: 2 }, gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', md: 'repeat(3, minmax(0, 1fr))', xl: 'repeat(6, minmax(0, 1fr))' } }}
    >
      {children}
    </Box>
  )
}

interface TileProps {
  figure: Figure
  label: string
  hint: string
  icon: ComponentType<SvgIconProps>
  /** The weight of a number above zero. */
  tone?: 'warning' | 'error' | 'info'
  /** Where it leads; by default the list with the figure's filter. */
  to?: string
}

/** A number that leads to the sheets that it counts. */
export function Tile({ figure, label, hint, icon: Icon, tone, to }: TileProps) {
  const locale = useLocale()
  const color = figure.count === 0 ? 'text.secondary' : tone ? `${tone}.dark` : 'text.primary'
  return (
    <Box component="li" sx={{ display: 'flex', minWidth: 0 }}>
      <Box
        component={Link}
        to={to ?? listAddress(figure.filter)}
        sx={{
          flexGrow: 1,
          minWidth: 0,
          p: { xs: 1.5, sm: 2 },
          border: 1,
          borderColor: 'divider',
          borderRadius: 1,
          bgcolor: 'background.paper',
          color: 'text.primary',
          textDecoration: 'none',
          '&:hover': { borderColor: 'primary.main', bgcolor: 'secondary.light' },
          '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: 1 },
        }}
      >
        <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 0.75, typography: 'body2', fontWeight: 600 }}>
          <Icon sx={{ fontSize: 18, color, flexShrink: 0 }} />
          {label}
        </Box>
        <Box component="span" sx={{ display: 'block', typography: 'figure', color, my: 0.5 }}>
          {formatNumber(figure.count, locale)}
        </Box>
        <Typography component="span" variant="caption" color="textSecondary" sx={{ display: 'block' }}>
          {hint}
        </Typography>
      </Box>
    </Box>
  )
}
