import { Button, CircularProgress, Stack, Typography } from '@mui/material'
import { useRef } from 'react'
import { Link } from 'react-router'
import type { SavedSearch } from '@/shared/api/searchCriteria'
import type { SheetRow } from '@/shared/api/sheets'
import type { components } from '@/shared/api/schema'
import { type ChangeFilters, type Filters, isFiltered, noFilters } from '@/shared/filters'
import { FilterChips } from '@/shared/filters/FilterChips'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { counted } from '@/shared/lib/format'
import { paths } from '@/shared/lib/paths'
import type { Selection } from '@/shared/lib/selection'
import type { ChangeTable, TableState } from '@/shared/lib/tableState'
import { EmptyState } from '@/shared/ui/EmptyState'
import { DownloadIcon, EditIcon, FileIcon, ListIcon, UploadIcon } from '@/shared/ui/icons/icons'
import { PageHeader } from '@/shared/ui/PageHeader'
import type { Column } from '@/shared/ui/table/column'
import { ServerTable } from '@/shared/ui/table/ServerTable'
import type { TableView } from '@/shared/ui/table/useTableView'
import { ViewMenu } from '@/shared/ui/table/ViewMenu'
import { type BulkAction, BulkActions } from './components/bulk/BulkActions'
import type { Impossible } from './lib/actions'
import { ListTools } from './components/ListTools'
import { QuickFilters } from './components/QuickFilters'
import { SheetCard } from './components/SheetCard'
import { type ListView, SavedViews } from './components/views/SavedViews'

export interface SheetListPageViewProps {
  /** A page of the list; undefined until the first has loaded. */
  sheets: components['schemas']['ListOutputBody'] | undefined
  loading: boolean
  failed: boolean
  onRetry: () => void
  columns: readonly Column<SheetRow>[]
  /** The columns that are shown, and the rest of the table's view. */
  shown: readonly Column<SheetRow>[]
  view: TableView
  onView: Parameters<typeof ViewMenu>[0]['onChange']
  /** The filters with order and columns, as they would be saved. */
  savedView: ListView
  onShow: (saved: SavedSearch) => void
  filters: Filters
  onFilter: ChangeFilters
  table: TableState
  onTableChange: ChangeTable
  openId: string | null
  onOpen: (id: string) => void
  /** Omitted for those who may do nothing with selected sheets. */
  selection: Selection | undefined
  onSelect: (selection: Selection) => void
  actions: readonly BulkAction[]
  impossible: Partial<Record<BulkAction, Impossible>>
  onAction: (action: BulkAction) => void
  mayUpload: boolean
  /** Omitted without the permission. */
  onExport?: (() => void) | undefined
  onDownload?: (() => void) | undefined
  onCreateSimple?: (() => void) | undefined
  onCsv?: (() => void) | undefined
}

const nameOf = ({ name }: SheetRow) => name
const card = (sheet: SheetRow) => <SheetCard sheet={sheet} />

export function SheetListPageView(props: SheetListPageViewProps) {
  const { sheets, loading, failed, onRetry, columns, shown, view, onView, savedView, onShow, filters, onFilter, table, onTableChange, openId, onOpen, mayUpload, onExport, onDownload, onCreateSimple, onCsv } = props
  const { t } = useTranslation()
  const locale = useLocale()
  const search = useRef<HTMLInputElement>(null)
  const filtered = isFiltered(filters)
  const nothing = sheets?.total === 0 && !loading
  const register = mayUpload && (
    <Button component={Link} to={paths.sdsUpload} variant="contained" startIcon={<UploadIcon />}>
      {t('sheets.register')}
    </Button>
  )
  const empty = filtered ? (
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
  const toolbar = (
    <ListTools
      search={search}
      filters={filters}
      onFilter={onFilter}
      table={table}
      onTableChange={onTableChange}
      views={<SavedViews now={savedView} onShow={onShow} />}
      look={<ViewMenu columns={columns} view={view} onChange={onView} />}
      takings={[
        { name: 'export', text: t('sheets.export.open'), icon: DownloadIcon, run: onExport, disabled: nothing },
        { name: 'download', text: t('sheets.download.open'), icon: FileIcon, run: onDownload, disabled: nothing },
        { name: 'createSimple', text: t('sheets.createSimple.open'), icon: ListIcon, run: onCreateSimple, disabled: nothing },
        { name: 'csv', text: t('bulk.csv.open'), icon: EditIcon, run: onCsv, disabled: nothing, narrowOnly: true },
      ]}
    />
  )

  return (
    <>
      <PageHeader title={t('screens.sdsList')} actions={
          !(nothing && !filtered) && (
            <>
              {onCsv && (
                <Button color="inherit" startIcon={<EditIcon />} aria-haspopup="dialog" onClick={onCsv} sx={{ flexShrink: 0, display: { xs: 'none', sm: 'inline-flex' } }}>
                  {t('bulk.csv.open')}
                </Button>
              )}
              {register}
            </>
          )
        }
      />
      <ServerTable
        label={t('screens.sdsList')}
        columns={shown}
        page={sheets}
        loading={loading}
        failed={failed}
        failedTitle={t('sheets.failed')}
        onRetry={onRetry}
        state={table}
        onStateChange={onTableChange}
        empty={empty}
        nameOf={nameOf}
        onOpen={onOpen}
        openId={openId}
        toolbar={toolbar}
        above={
          <>
            <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 1, alignItems: 'center', mb: 1.5 }}>
              <QuickFilters filters={filters} onFilter={onFilter} />
              <Counts sheets={sheets} locale={locale} />
            </Stack>
            <FilterChips filters={filters} onChange={onFilter} />
          </>
        }
        selection={props.selection}
        onSelect={props.onSelect}
        bulk={<BulkActions actions={props.actions} impossible={props.impossible} onAction={props.onAction} />}
        card={card}
        density={view.density}
        height="max(320px, calc(100dvh - 300px))"
        search={search}
        keys={openId === null}
      />
    </>
  )
}

/** How many sheets there are, once it is known, and how many of them are being analyzed. */
function Counts({ sheets, locale }: { sheets: SheetListPageViewProps['sheets']; locale: ReturnType<typeof useLocale> }) {
  const { t } = useTranslation()
  return (
    <Stack direction="row" role="status" sx={{ ml: 'auto', gap: 1.5, alignItems: 'center', color: 'text.secondary' }}>
      {sheets && sheets.in_progress > 0 && (
        <Typography variant="body2" component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75 }}>
          <CircularProgress size={12} thickness={6} aria-hidden role="presentation" />
          {t('sheets.inProgress', counted(sheets.in_progress, locale))}
        </Typography>
      )}
      {sheets && (
        <Typography variant="body2" component="span">
          {t('sheets.total', counted(sheets.total, locale))}
        </Typography>
      )}
    </Stack>
  )
}
