import { Box, Table, TableBody, TableCell, TableHead, TablePagination, TableRow, TableSortLabel, type SxProps, type Theme } from '@mui/material'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '@/shared/lib/limits'
import { type Sort, integerParam, sortParam, useUrlState } from '@/shared/lib/urlState'
import { visuallyHidden } from './VisuallyHidden'

/** A column of a table. */
export interface PlainColumn<R> {
  key: string
  header: string
  cell: (row: R) => ReactNode
  /** Orders two rows; omitted: the column cannot be sorted. */
  compare?: (a: R, b: R) => number
  align?: 'right'
  width?: number | string
  /** Its cells are buttons: on a narrow screen without a name. */
  actions?: boolean
}

const params = { page: integerParam(1, 1), sort: sortParam }

/** On a narrow screen a row is a block, each cell below or beside the name of its column. */
const stacked: SxProps<Theme> = theme => ({
  '& th': { color: 'text.secondary', fontWeight: 600, fontSize: 'dense', whiteSpace: 'nowrap', bgcolor: 'background.default' },
  '& td': { fontSize: 'dense', overflowWrap: 'anywhere' },
  '& tbody tr:last-of-type td': { borderBottom: 0 },
  [theme.breakpoints.down('sm')]: {
    display: 'block',
    '& thead': visuallyHidden,
    '& tbody': { display: 'block' },
    '& tbody tr': { display: 'block', px: 2, py: 1, borderBottom: 1, borderColor: 'divider' },
    '& tbody td': { display: 'flex', gap: 1, border: 0, px: 0, py: 0.375, textAlign: 'left' },
    '& tbody td[data-name]::before': { content: 'attr(data-name)', flex: '0 0 7.5em', color: 'text.secondary' },
    '& tbody td:first-of-type': { fontWeight: 600, fontSize: 'medium' },
    '& tbody td:first-of-type::before': { display: 'none' },
    '& tbody td[data-actions]': { justifyContent: 'flex-end' },
  },
})

/** A table of a list that is loaded as a whole; its page and order are in the URL. */
export function PlainTable<R extends { id: string }>({ label, rows, columns }: { label: string; rows: readonly R[]; columns: readonly PlainColumn<R>[] }) {
  const { t } = useTranslation()
  const [{ page, sort }, patch] = useUrlState(params)
  const compare = columns.find(({ key }) => key === sort?.field)?.compare
  const ordered = compare ? rows.toSorted((a, b) => (sort?.direction === 'desc' ? -1 : 1) * compare(a, b)) : rows
  const size = limits.defaultPageSize
  const at = Math.min(page, Math.max(1, Math.ceil(rows.length / size)))
  const order = (field: string) => {
    const next: Sort | null = sort?.field !== field ? { field, direction: 'asc' } : sort.direction === 'asc' ? { field, direction: 'desc' } : null
    patch({ sort: next, page: 1 })
  }
  return (
    <>
      <Box sx={{ overflowX: { sm: 'auto' } }}>
        <Table size="small" role="table" aria-label={label} sx={stacked}>
          <TableHead role="rowgroup">
            <TableRow role="row">
              {columns.map(({ key, header, align, width, compare: sorts }) => (
                <TableCell key={key} role="columnheader" align={align} sx={{ width }} sortDirection={sort?.field === key ? sort.direction : false}>
                  {sorts ? (
                    <TableSortLabel active={sort?.field === key} direction={sort?.field === key ? sort.direction : 'asc'} onClick={() => order(key)}>
                      {header}
                    </TableSortLabel>
                  ) : (
                    header
                  )}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody role="rowgroup">
            {ordered.slice((at - 1) * size, at * size).map(row => (
              <TableRow key={row.id} role="row" hover>
                {columns.map(({ key, header, cell, align, actions }) => (
                  <TableCell key={key} role="cell" align={align} {...(actions ? { 'data-actions': true } : { 'data-name': header })}>
                    {cell(row)}
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </Box>
      {rows.length > size && (
        <TablePagination
          component="div"
          count={rows.length}
          page={at - 1}
          rowsPerPage={size}
          rowsPerPageOptions={[size]}
          labelDisplayedRows={({ from, to, count }) => t('common.rows', { from, to, count })}
          onPageChange={(_event, next) => patch({ page: next + 1 })}
        />
      )}
    </>
  )
}
