import { Box, LinearProgress, Typography } from '@mui/material'
import { type MouseEvent, type ReactNode, memo } from 'react'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { isSelected } from '@/shared/lib/selection'
import { CheckBox } from './CheckBox'
import type { Column } from './column'
import { checkBox } from './look'
import type { RowsProps } from './Rows'

type CardsProps<R extends { id: string }> = Omit<RowsProps<R>, 'onSelect'> & { card: ((row: R) => ReactNode) | undefined }

/** The rows on a narrow screen. */
export function Cards<R extends { id: string }>({ label, columns, rows, onActive, selection, onToggle, nameOf, onRowClick, openId, details, card }: CardsProps<R>) {
  const { t } = useTranslation()
  if (!rows) return <Box sx={{ p: 4 }}><LinearProgress aria-label={t('common.loading')} /></Box>
  return (
    <Box component="ul" aria-label={label} sx={{ listStyle: 'none', m: 0, p: 0, fontSize: 'dense', '& > li + li': { borderTop: 1, borderColor: 'divider' }, '& input[type="checkbox"]': checkBox }}>
      {rows.map(row => {
        const below = details?.(row)
        const chosen = selection && isSelected(selection, row.id)
        return (
          // The card's own button opens it too; the rest of its area is a convenience of touch.
          <Box
            key={row.id}
            component="li"
            data-row={row.id}
            aria-current={row.id === openId || undefined}
            onFocus={() => onActive(row.id)}
            onClick={onRowClick && ((event: MouseEvent) => onRowClick(row.id, event))}
            sx={{ display: 'grid', gridTemplateColumns: selection ? '40px minmax(0, 1fr)' : 'minmax(0, 1fr)', pr: 2, pl: selection ? 0.5 : 2, py: 1.25, cursor: onRowClick && 'pointer', bgcolor: chosen ? 'secondary.light' : undefined }}
          >
            {selection && (
              <Box sx={{ '& label': { display: 'grid', placeItems: 'center', height: 32 } }}>
                <CheckBox label={t('table.select', { name: nameOf(row) })} checked={chosen ?? false} onChange={shift => onToggle(row.id, shift)} />
              </Box>
            )}
            <Content row={row} columns={columns} card={card} />
            {below !== undefined && <Box data-details sx={{ gridColumn: '1 / -1', pt: 1.5, pl: selection ? 1.5 : 0 }}>{below}</Box>}
          </Box>
        )
      })}
    </Box>
  )
}

/** What a card shows; drawn again only if the row itself changes. */
const Content = memo(function Content<R extends { id: string }>({ row, columns, card }: Pick<CardsProps<R>, 'columns' | 'card'> & { row: R }) {
  return <Box sx={{ minWidth: 0 }}>{card ? card(row) : <CardOf row={row} columns={columns} />}</Box>
}) as <R extends { id: string }>(props: Pick<CardsProps<R>, 'columns' | 'card'> & { row: R }) => ReactNode

/** A card made of the columns: what heads the row with short marks beside it, then each value below its column's name. */
function CardOf<R>({ row, columns }: { row: R; columns: readonly Column<R>[] }) {
  // On a touch screen everything is reached directly.
  const state = { tabIndex: 0 } as const
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)', columnGap: 1.5, rowGap: 0.75 }}>
      <Box sx={{ gridColumn: '1 / -1', display: 'flex', gap: 1, alignItems: 'flex-start', justifyContent: 'space-between' }}>
        {columns.filter(({ heads, card }) => heads || card === 'first').map(column => (
          <Box key={column.id} sx={{ minWidth: 0, flexGrow: column.heads ? 1 : 0, flexShrink: column.heads ? 1 : 0 }}>
            {column.cell(row, state)}
          </Box>
        ))}
      </Box>
      {columns
        .filter(({ heads, card = 'whole' }) => !heads && card !== 'first' && card !== 'none')
        .map(({ id, label, labelHidden, card, cell }) => {
          const content = cell(row, state)
          if (content === null || content === undefined || content === '' || content === false) return null
          return (
            <Box key={id} sx={{ minWidth: 0, gridColumn: card === 'half' ? undefined : '1 / -1' }}>
              {!labelHidden && (
                <Typography variant="caption" component="div" color="textSecondary" sx={{ lineHeight: 1.4 }}>
                  {label}
                </Typography>
              )}
              <Box sx={{ overflowWrap: 'anywhere' }}>{content}</Box>
            </Box>
          )
        })}
    </Box>
  )
}
