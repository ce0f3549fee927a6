import { Button, LinearProgress, Popover } from '@mui/material'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { loadAhead } from '@/shared/lib/ahead'
import { lazyParts } from '@/shared/lib/lazyPart'
import { FilterIcon } from '@/shared/ui/icons/icons'
import { Pane } from '@/shared/ui/Pane'
import { type FilterName, type Filters, countFilters } from '.'

// The controls are more than the rest of the list, and needed only once it is filtered.
const content = lazyParts(async () => (await import('./FilterContent')).FilterContent)

export interface FilterPanelProps {
  filters: Filters
  onChange: (patch: Partial<Filters>) => void
  /** Filters that are not offered. */
  without?: readonly FilterName[]
}

/** A button that opens all filters of the list; each change is applied at once. `order` is chosen there, too, if it has no place of its own. */
export function FilterPanel({ filters, onChange, without, order }: FilterPanelProps & { order?: ReactNode }) {
  const { t } = useTranslation()
  useEffect(() => loadAhead(content.load), [])
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const count = countFilters(filters)
  // It grows and shrinks with its groups, within the screen.
  const below = anchor ? `calc(100dvh - ${Math.round(anchor.getBoundingClientRect().bottom)}px - 20px)` : '100dvh'
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<FilterIcon />}
        onPointerEnter={() => void content.load()}
        onFocus={() => void content.load()}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={event => setAnchor(event.currentTarget)}
        sx={{ bgcolor: count > 0 ? 'secondary.main' : 'background.paper', flexShrink: 0 }}
      >
        {t(order ? (count > 0 ? 'sheets.filterOrderCount' : 'sheets.filterOrder') : count > 0 ? 'sheets.filterCount' : 'sheets.filter', { count })}
      </Button>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-label': t('sheets.filterTitle'),
            sx: { width: 'min(760px, calc(100vw - 32px))', mt: 0.5, display: 'flex', flexDirection: 'column', maxHeight: `max(${below}, 420px)` },
          },
        }}
      >
        <Pane name="filters" loading={<LinearProgress aria-label={t('common.loading')} />} onClose={() => setAnchor(null)}>
          <content.Part count={count} filters={filters} order={order} without={without} onChange={onChange} onClose={() => setAnchor(null)} />
        </Pane>
      </Popover>
    </>
  )
}
