import { Box, Skeleton, TableSortLabel } from '@mui/material'
import { Fragment, type MouseEvent, type ReactNode, memo } from 'react'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { type Selection, isSelected, selectRows } from '@/shared/lib/selection'
import type { TableState } from '@/shared/lib/tableState'
import type { Sort } from '@/shared/lib/urlState'
import { VisuallyHidden } from '../VisuallyHidden'
import { CheckBox } from './CheckBox'
import { type Column, tracksOf } from './column'
import { type Density, look } from './look'

export interface RowsProps<R extends { id: string }> {
  label: string
  columns: readonly Column<R>[]
  /** Undefined until the first page has loaded. */
  rows: readonly R[] | undefined
  active: string | undefined
  onActive: (id: string) => void
  selection: Selection | undefined
  onSelect: ((selection: Selection) => void) | undefined
  onToggle: (id: string, shift: boolean) => void
  nameOf: (row: R) => string
  onRowClick: ((id: string, event: MouseEvent) => void) | undefined
  openId: string | null | undefined
  details: ((row: R) => ReactNode) | undefined
}

interface TableProps<R extends { id: string }> extends RowsProps<R> {
  state: TableState
  onStateChange: (patch: Partial<TableState>) => void
  density: Density
  height: string | undefined
  busy: boolean
}

/** The rows shown before the first page is there. */
const waiting = 8

/** The order after a click on a heading: its first direction, the other one, then the list's own order. */
function nextSort(sort: Sort | null, field: string, first: 'asc' | 'desc'): Sort | null {
  if (sort?.field !== field) return { field, direction: first }
  return sort.direction === first ? { field, direction: first === 'asc' ? 'desc' : 'asc' } : null
}

/** A table for wide screens. Its elements are laid out as grids, so their roles are written out. */
export function Rows<R extends { id: string }>({ state, onStateChange, density, height, busy, ...props }: TableProps<R>) {
  const { t } = useTranslation()
  const { label, columns, rows, selection, onSelect, onRowClick } = props
  const { tracks, least } = tracksOf(columns)
  const sx = look(selection ? `40px ${tracks}` : tracks, least + (selection ? 40 : 0), density, onRowClick !== undefined)
  const chosen = selection && rows ? rows.filter(({ id }) => isSelected(selection, id)).length : 0
  const whole = chosen > 0 && chosen === rows?.length
  const { sort } = state
  return (
    <Box sx={{ overflow: 'auto', maxHeight: height, opacity: busy && rows ? 0.6 : 1, transition: 'opacity 150ms 150ms' }}>
      <Box component="table" role="grid" aria-label={label} aria-busy={busy} aria-multiselectable={selection ? true : undefined} sx={sx}>
        <thead>
          <tr role="row">
            {selection && (
              <th role="columnheader" className="check">
                {rows && <CheckBox label={t('table.selectPage')} checked={whole} mixed={chosen > 0 && !whole} onChange={() => onSelect?.(selectRows(selection, rows.map(({ id }) => id), !whole))} />}
              </th>
            )}
            {columns.map(({ id, label: heading, sort: field, firstDirection = 'asc', align, labelHidden }) => {
              const by = field !== undefined && sort?.field === field ? sort.direction : undefined
              return (
                <th key={id} role="columnheader" className={align} aria-sort={by && (by === 'asc' ? 'ascending' : 'descending')}>
                  {field !== undefined ? (
                    <TableSortLabel active={by !== undefined} direction={by ?? firstDirection} onClick={() => onStateChange({ sort: nextSort(sort, field, firstDirection), page: 1 })}>
                      {heading}
                    </TableSortLabel>
                  ) : labelHidden ? (
                    <VisuallyHidden>{heading}</VisuallyHidden>
                  ) : (
                    heading
                  )}
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {rows?.map(row => (
            <Row key={row.id} row={row} {...props} />
          ))}
          {!rows &&
            Array.from({ length: waiting }, (_, i) => (
              <tr key={i} role="row" aria-hidden>
                {selection && <td role="gridcell" />}
                {columns.map(({ id }) => (
                  <td key={id} role="gridcell">
                    <Skeleton variant="text" width="70%" />
                  </td>
                ))}
              </tr>
            ))}
        </tbody>
      </Box>
    </Box>
  )
}

function Row<R extends { id: string }>({ row, columns, active, onActive, selection, onToggle, nameOf, onRowClick, openId, details }: { row: R } & RowsProps<R>) {
  const { t } = useTranslation()
  const { id } = row
  const tabIndex = id === active ? 0 : -1
  const below = details?.(row)
  return (
    <Fragment>
      <tr
        role="row"
        data-row={id}
        tabIndex={tabIndex}
        aria-selected={selection && isSelected(selection, id)}
        aria-current={id === openId || undefined}
        onFocus={() => onActive(id)}
        onClick={onRowClick && (event => onRowClick(id, event))}
      >
        {selection && (
          <td role="gridcell" className={columns.some(({ wraps }) => wraps) ? 'check top' : 'check'}>
            <CheckBox label={t('table.select', { name: nameOf(row) })} checked={isSelected(selection, id)} tabIndex={tabIndex} onChange={shift => onToggle(id, shift)} />
          </td>
        )}
        <Cells row={row} columns={columns} tabIndex={tabIndex} />
      </tr>
      {below !== undefined && (
        <tr role="row">
          <td role="gridcell" className="whole">
            {below}
          </td>
        </tr>
      )}
    </Fragment>
  )
}

/** The cells of a row; drawn again only if the row itself changes, not with every move of the focus. */
const Cells = memo(function Cells<R>({ row, columns, tabIndex }: { row: R; columns: readonly Column<R>[]; tabIndex: 0 | -1 }) {
  // Beside texts of several lines everything begins at the top.
  const top = columns.some(({ wraps }) => wraps)
  return columns.map(({ id, cell, heads, wraps, align }) => {
    const className = [wraps ? 'wraps' : top && 'top', align].filter(Boolean).join(' ') || undefined
    return heads ? (
      <th key={id} role="rowheader" className={className}>
        {cell(row, { tabIndex })}
      </th>
    ) : (
      <td key={id} role="gridcell" className={className}>
        {cell(row, { tabIndex })}
      </td>
    )
  })
}) as <R>(props: { row: R; columns: readonly Column<R>[]; tabIndex: 0 | -1 }) => ReactNode
