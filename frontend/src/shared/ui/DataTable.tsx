import { Box } from '@mui/material'
import {
  DataGrid,
  type DataGridProps,
  type GridColDef,
  type GridPaginationModel,
  type GridSortModel,
  type GridValidRowModel,
} from '@mui/x-data-grid'
import { enUS, jaJP } from '@mui/x-data-grid/locales'
import { type ReactNode, useCallback, useMemo } from 'react'
import { formatNumber } from '@/shared/lib/format'
import { limits } from '@/shared/lib/limits'
import type { Locale } from '@/shared/lib/locale'
import { type Sort, choiceParam, integerParam, sortParam, useUrlState } from '@/shared/lib/urlState'
import { useLocale } from '@/shared/i18n/useLocale'

/** Page (from 1), rows per page and order of a table, as in the URL. */
export interface TableState {
  page: number
  limit: number
  sort: Sort | null
}

const params = {
  page: integerParam(1, 1),
  limit: choiceParam(limits.pageSizes.map(String), String(limits.defaultPageSize)),
  sort: sortParam,
}

/** A table's page and order, stored in the URL. */
export function useTableUrlState(): [TableState, (patch: Partial<TableState>) => void] {
  const [{ page, limit, sort }, patch] = useUrlState(params)
  const state = useMemo(() => ({ page, limit: Number(limit), sort }), [page, limit, sort])
  const change = useCallback(
    (values: Partial<TableState>) => {
      const { limit: rows, ...rest } = values
      patch({ ...rest, ...(rows !== undefined && { limit: String(rows) }) })
    },
    [patch],
  )
  return [state, change]
}

function localeText(locale: Locale): DataGridProps['localeText'] {
  const { localeText: texts } = (locale === 'ja-JP' ? jaJP : enUS).components.MuiDataGrid.defaultProps
  if (locale !== 'ja-JP') return texts
  return {
    ...texts,
    paginationRowsPerPage: '表示件数:',
    // The grid's own Japanese text is "1–100 of 12,500".
    paginationDisplayedRows: ({ from, to, count }) =>
      `${formatNumber(count === -1 ? to : count, locale)}件中 ${formatNumber(from, locale)}～${formatNumber(to, locale)}件`,
  }
}

// Calm: no border of its own, a light header, text a little smaller than the page's.
const look = {
  border: 0,
  fontSize: '0.8125rem',
  '--DataGrid-t-header-background-base': '#F5F8F7',
  '& .MuiDataGrid-columnHeaderTitle': { fontWeight: 600, color: 'text.secondary' },
} as const
const clickable = { ...look, '& .MuiDataGrid-row': { cursor: 'pointer' } } as const

interface DataTableProps<R extends GridValidRowModel>
  extends Pick<
    DataGridProps<R>,
    | 'getRowId'
    | 'onRowClick'
    | 'checkboxSelection'
    | 'rowSelectionModel'
    | 'onRowSelectionModelChange'
    | 'disableRowSelectionOnClick'
    | 'isRowSelectable'
    | 'columnVisibilityModel'
    | 'onColumnVisibilityModelChange'
    | 'getRowClassName'
    | 'getRowHeight'
    | 'apiRef'
    | 'density'
    | 'slots'
    | 'slotProps'
  > {
  /** The content of the table, for assistive technology. */
  label: string
  rows: readonly R[]
  /** Must be stable between renders. */
  columns: readonly GridColDef<R>[]
  loading?: boolean
  state: TableState
  onStateChange: (patch: Partial<TableState>) => void
  /** Rows on all pages, if the server pages and sorts; omitted if all rows are given. */
  total?: number
  empty?: ReactNode
  /** Height of the table; by default that of its rows. */
  height?: number | string
}

/** A table whose page and order are in the URL; applied by the server if `total` is given, otherwise here. */
export function DataTable<R extends GridValidRowModel>({
  label,
  rows,
  columns,
  loading,
  state,
  onStateChange,
  total,
  empty,
  height,
  slots,
  ...rest
}: DataTableProps<R>) {
  const locale = useLocale()
  const server = total !== undefined
  const { page, limit, sort } = state
  // Both models must be memoised: the grid treats a new array as a new order and returns to the first page.
  const sortModel = useMemo<GridSortModel>(() => (sort ? [{ field: sort.field, sort: sort.direction }] : []), [sort])
  const paginationModel = useMemo<GridPaginationModel>(() => ({ page: page - 1, pageSize: limit }), [page, limit])
  const texts = useMemo(() => localeText(locale), [locale])
  const allSlots = useMemo(() => ({ noRowsOverlay: () => <Box sx={{ display: 'grid', placeItems: 'center', height: '100%' }}>{empty}</Box>, ...slots }), [empty, slots])

  return (
    <Box sx={{ height, width: '100%', minWidth: 0, display: 'flex', flexDirection: 'column' }}>
      <DataGrid<R>
        {...rest}
        aria-label={label}
        rows={rows}
        columns={columns}
        loading={loading}
        localeText={texts}
        disableColumnFilter
        disableColumnMenu
        pagination
        paginationMode={server ? 'server' : 'client'}
        sortingMode={server ? 'server' : 'client'}
        rowCount={total}
        paginationModel={paginationModel}
        onPaginationModelChange={model => {
          // A page number beyond the rows that are loaded so far is corrected by the grid only once they are there.
          if (loading) return
          if (model.pageSize !== limit) onStateChange({ limit: model.pageSize, page: 1 })
          else if (model.page + 1 !== page) onStateChange({ page: model.page + 1 })
        }}
        pageSizeOptions={[...limits.pageSizes]}
        sortModel={sortModel}
        onSortModelChange={([first]) => {
          const next: Sort | null = first?.sort ? { field: first.field, direction: first.sort } : null
          if (next?.field !== sort?.field || next?.direction !== sort?.direction) onStateChange({ sort: next, page: 1 })
        }}
        slots={allSlots}
        sx={rest.onRowClick ? clickable : look}
      />
    </Box>
  )
}
