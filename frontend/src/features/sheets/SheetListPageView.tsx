import { Button, CircularProgress, FormControl, InputLabel, MenuItem, Paper, Select, Stack, Typography, useMediaQuery, useTheme } from '@mui/material'
import { useGridApiRef } from '@mui/x-data-grid'
import { useId, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { components } from '@/shared/api/schema'
import { useLocale } from '@/shared/i18n/useLocale'
import { formatNumber } from '@/shared/lib/format'
import { paths } from '@/shared/lib/paths'
import { sortParam } from '@/shared/lib/urlState'
import { DataTable, type TableState } from '@/shared/ui/DataTable'
import { EmptyState } from '@/shared/ui/EmptyState'
import { DownloadIcon, FileIcon, ListIcon, UploadIcon } from '@/shared/ui/icons/icons'
import { PageHeader } from '@/shared/ui/PageHeader'
import { ColumnMenu } from './components/ColumnMenu'
import { useColumns } from './components/columns'
import { FilterChips } from './components/FilterChips'
import { FilterPanel } from './components/FilterPanel'
import { SearchBox } from './components/SearchBox'
import { SheetCards } from './components/SheetCards'
import { type Filters, isFiltered, noFilters } from './filters'
import { useColumnChoice } from './hooks/useColumnChoice'
import { useListKeys } from './hooks/useListKeys'
import type { Names } from './names'

export interface SheetListPageViewProps {
  /** A page of the list; undefined until the first has loaded. */
  sheets: components['schemas']['ListOutputBody'] | undefined
  loading: boolean
  failed: boolean
  onRetry: () => void
  names: Names
  filters: Filters
  onFilter: (patch: Partial<Filters>) => void
  table: TableState
  onTableChange: (patch: Partial<TableState>) => void
  openId: string | null
  onOpen: (id: string) => void
  mayUpload: boolean
  /** Omitted without the permission. */
  onExport?: (() => void) | undefined
  onDownload?: (() => void) | undefined
  onCreateSimple?: (() => void) | undefined
}

const rowHeight = () => 46
const progress = { loadingOverlay: { variant: 'linear-progress', noRowsVariant: 'skeleton' } } as const
const none: NonNullable<SheetListPageViewProps['sheets']> = { items: [], total: 0, page: 1, limit: 50, in_progress: 0 }

export function SheetListPageView({ sheets = none, loading, failed, onRetry, names, filters, onFilter, table, onTableChange, openId, onOpen, mayUpload, onExport, onDownload, onCreateSimple }: SheetListPageViewProps) {
  const { t } = useTranslation()
  const locale = useLocale()
  const theme = useTheme()
  const narrow = useMediaQuery(theme.breakpoints.down('md'))
  const grid = useGridApiRef()
  const search = useRef<HTMLInputElement>(null)
  const columns = useColumns(names)
  const [choice, choose] = useColumnChoice()
  const visibility = useMemo(() => ({ ...choice }), [choice])
  useListKeys({ rows: sheets.items, grid, search, active: openId === null, onOpen })

  const filtered = isFiltered(filters)
  const register = mayUpload && (
    <Button component={Link} to={paths.sdsUpload} variant="contained" startIcon={<UploadIcon />}>
      {t('sheets.register')}
    </Button>
  )
  const empty = failed ? (
    <EmptyState
      title={t('sheets.failed')}
      action={
        <Button variant="outlined" onClick={onRetry}>
          {t('common.retry')}
        </Button>
      }
    />
  ) : filtered ? (
    <EmptyState
      title={t('sheets.noMatch')}
      action={
        <Button variant="outlined" onClick={() => onFilter(noFilters)}>
          {t('sheets.clear')}
        </Button>
      }
    >
      {t('sheets.noMatchText')}
    </EmptyState>
  ) : (
    <EmptyState title={t('sheets.empty')} action={register}>
      {t(mayUpload ? 'sheets.emptyText' : 'sheets.emptyReader')}
    </EmptyState>
  )
  const nothing = sheets.items.length === 0 && !loading

  return (
    <>
      <PageHeader title={t('screens.sdsList')} actions={!(nothing && !filtered) && register} />
      <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 1, alignItems: 'center', mb: 1.5 }}>
        <SearchBox ref={search} value={filters.text} onSearch={text => onFilter({ text })} />
        <FilterPanel filters={filters} onChange={onFilter} />
        {narrow ? <SortSelect table={table} onTableChange={onTableChange} /> : <ColumnMenu choice={choice} onChange={choose} />}
        {onExport && (
          <Button color="inherit" startIcon={<DownloadIcon />} aria-haspopup="dialog" onClick={onExport} disabled={nothing} sx={{ flexShrink: 0 }}>
            {t('sheets.export.open')}
          </Button>
        )}
        {onDownload && (
          <Button color="inherit" startIcon={<FileIcon />} aria-haspopup="dialog" onClick={onDownload} disabled={nothing} sx={{ flexShrink: 0 }}>
            {t('sheets.download.open')}
          </Button>
        )}
        {onCreateSimple && (
          <Button color="inherit" startIcon={<ListIcon />} aria-haspopup="dialog" onClick={onCreateSimple} disabled={nothing} sx={{ flexShrink: 0 }}>
            {t('sheets.createSimple.open')}
          </Button>
        )}
        <Stack direction="row" role="status" sx={{ ml: 'auto', gap: 1.5, alignItems: 'center', color: 'text.secondary' }}>
          {sheets.in_progress > 0 && (
            <Typography variant="body2" component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75 }}>
              <CircularProgress size={12} thickness={6} aria-hidden role="presentation" />
              {t('sheets.inProgress', { n: formatNumber(sheets.in_progress, locale) })}
            </Typography>
          )}
          <Typography variant="body2" component="span">
            {t('sheets.total', { n: formatNumber(sheets.total, locale) })}
          </Typography>
        </Stack>
      </Stack>
      <FilterChips filters={filters} onChange={onFilter} />
      <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
        {nothing ? (
          empty
        ) : narrow ? (
          <SheetCards rows={sheets.items} total={sheets.total} loading={loading} table={table} onTableChange={onTableChange} onOpen={onOpen} />
        ) : (
          <DataTable
            label={t('screens.sdsList')}
            rows={sheets.items}
            columns={columns}
            loading={loading}
            state={table}
            onStateChange={onTableChange}
            total={sheets.total}
            height="max(360px, calc(100dvh - 260px))"
            density="compact"
            getRowHeight={rowHeight}
            apiRef={grid}
            columnVisibilityModel={visibility}
            disableRowSelectionOnClick
            onRowClick={({ id }) => onOpen(String(id))}
            getRowClassName={({ id }) => (id === openId ? 'Mui-selected' : '')}
            slotProps={progress}
          />
        )}
      </Paper>
      {!narrow && !nothing && (
        <Typography variant="caption" component="p" color="text.secondary" sx={{ mt: 1, textAlign: 'right' }}>
          {t('sheets.keys')}
        </Typography>
      )}
    </>
  )
}

const sorts = ['', '-created_at', 'created_at', '-revised_at', 'revised_at', 'name', 'status'] as const

/** The sort order, for the layout without column headers. */
function SortSelect({ table, onTableChange }: { table: TableState; onTableChange: (patch: Partial<TableState>) => void }) {
  const { t } = useTranslation()
  const id = useId()
  const value = sorts.find(sort => sort === (sortParam.format(table.sort) ?? '')) ?? ''
  return (
    <FormControl size="small" sx={{ minWidth: 150 }}>
      <InputLabel id={id} shrink>
        {t('sheets.sortBy')}
      </InputLabel>
      <Select
        labelId={id}
        label={t('sheets.sortBy')}
        value={value}
        displayEmpty
        notched
        onChange={event => onTableChange({ sort: sortParam.parse(event.target.value), page: 1 })}
        sx={{ bgcolor: 'background.paper' }}
      >
        {sorts.map(sort => (
          <MenuItem key={sort} value={sort}>
            {t(`sheets.sort.${sort || 'default'}`)}
          </MenuItem>
        ))}
      </Select>
    </FormControl>
  )
}
