import { Box } from '@mui/material'
import { Link } from 'react-router'
import type { Figure } from '@/shared/api/overview'
import { useLocale } from '@/shared/i18n/useLocale'
import { formatNumber } from '@/shared/lib/format'
import { listAddress } from '@/shared/lib/listAddress'
import type { StatusTone } from '@/shared/ui/StatusChip'

export interface Bar extends Figure {
  key: string
  label: string
  tone?: StatusTone
}

const colors: Record<StatusTone, string> = { neutral: 'cancel.main', info: 'info.main', success: 'primary.main', warning: 'warning.main', error: 'error.main' }

/** Numbers as bars of the total, each leading to its sheets. */
export function Bars({ bars, total }: { bars: readonly Bar[]; total: number }) {
  const locale = useLocale()
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {bars.map(({ key, label, count, filter, tone = 'success' }) => (
        <li key={key}>
          <Box
            component={Link}
            to={listAddress(filter)}
            sx={{
              display: 'grid',
              gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', sm: 'minmax(0, 11em) minmax(0, 1fr) 4em' },
              alignItems: 'center',
              columnGap: 1.5,
              px: 1,
              mx: -1,
              py: 0.625,
              borderRadius: 1,
              typography: 'body2',
              color: 'text.primary',
              textDecoration: 'none',
              '&:hover': { bgcolor: 'action.hover' },
              '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -2 },
            }}
          >
            <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              {label}
            </Box>
            <Box component="span" aria-hidden sx={{ height: 10, borderRadius: 1, bgcolor: 'background.default', overflow: 'hidden', gridRow: { xs: 2, sm: 'auto' }, gridColumn: { xs: '1 / 3', sm: 'auto' }, mt: { xs: 0.5, sm: 0 } }}>
              {/* A single sheet of thousands stays visible. */}
              <Box component="span" style={{ width: `${total > 0 ? (100 * count) / total : 0}%` }} sx={{ display: 'block', height: '100%', minWidth: count > 0 ? 4 : 0, borderRadius: 1, bgcolor: colors[tone] }} />
            </Box>
            <Box component="span" sx={{ textAlign: 'right', fontWeight: 600, fontVariantNumeric: 'tabular-nums', color: count === 0 ? 'text.secondary' : 'text.primary' }}>
              {formatNumber(count, locale)}
            </Box>
          </Box>
        </li>
      ))}
    </Box>
  )
}
