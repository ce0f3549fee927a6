import { useCallback, useDeferredValue, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { type Chosen, isDeletedHere, useRestoreSheets } from '@/shared/api/bulk'
import { useMe } from '@/shared/api/me'
import { queryClient } from '@/shared/api/queryClient'
import { type SavedSearch, useSavedSearches } from '@/shared/api/searchCriteria'
import { readOpening, sheetsQuery, useSheets } from '@/shared/api/sheets'
import { tagsQuery } from '@/shared/api/tags'
import { can, canEditSheets } from '@/shared/auth/permissions'
import { storedCompany } from '@/shared/auth/token'
import { type ChangeFilters, changed, filterParams, fromCriteria, toCriteria, toFilter, toQuery } from '@/shared/filters'
import { useLocale } from '@/shared/i18n/useLocale'
import { isNarrow, routeIn } from '@/shared/lib/browser'
import { counted } from '@/shared/lib/format'
import { lazyPart } from '@/shared/lib/lazyPart'
import { useOpenSheet } from '@/shared/lib/openSheet'
import { paths } from '@/shared/lib/paths'
import { countSelected, nothingSelected, selectionBody, useSelection } from '@/shared/lib/selection'
import { useSheetSequence } from '@/shared/lib/sheetSequence'
import { firstPageParam, tableStateIn, useTableUrlState } from '@/shared/lib/tableState'
import { type ChangeOptions, sortParam, stateIn, useUrlState } from '@/shared/lib/urlState'
import { DialogPane } from '@/shared/ui/DialogPane'
import { notify } from '@/shared/ui/notify'
import { useTableView } from '@/shared/ui/table/useTableView'
import type { BulkAction } from './components/bulk/BulkActions'
import { useColumns } from './components/columns'
import { impossibleActions, permittedActions } from './lib/actions'
import { DeletedList } from './lib/deleted'
import { useNames } from './names'
import { SheetListPageView } from './SheetListPageView'

const SheetDialogs = lazyPart(async () => (await import('./components/SheetDialogs')).SheetDialogs)

const listParams = { ...filterParams, ...firstPageParam, sort: sortParam }

/** Requests the list that the page's address shows, before it is drawn. */
export function readListAhead(): void {
  const { pathname, searchParams } = routeIn(window.location)
  const companyId = storedCompany()
  if (pathname !== paths.sdsList || !companyId) return
  void queryClient.prefetchQuery(sheetsQuery(companyId, toQuery(stateIn(listParams, searchParams), tableStateIn(searchParams))))
  void queryClient.prefetchQuery(tagsQuery(companyId))
}

/** A dialog with what it is about: the selected sheets, or all that are shown. */
interface Taking {
  action: BulkAction | 'csv'
  chosen?: Chosen
  count: number
}

/** All sheets of the company; the state of the view is in the URL. */
export function SheetListPage() {
  const me = useMe()
  const locale = useLocale()
  const names = useNames()
  const [table, setTable] = useTableUrlState()
  const [{ page: _page, sort: _sort, ...filters }, patch] = useUrlState(listParams)
  const [openId, open] = useOpenSheet()
  const { data: latest, isPending, isPlaceholderData, isError, refetch } = useSheets(toQuery(filters, table))
  // The first rows that arrive are drawn in slices, so that the page stays responsive.
  const mayDraw = useDeferredValue(latest !== undefined)
  const data = mayDraw ? latest : undefined
  const loading = isPending || isPlaceholderData || data !== latest
  const columns = useColumns(names)
  const { view, shown, change: changeView } = useTableView('sheets', columns)
  const criteria = toCriteria(filters, null)
  const [selection, select] = useSelection(criteria)
  const [taking, setTaking] = useState<Taking | null>(null)
  const restore = useRestoreSheets()
  useSheetSequence({ data: latest, isPending, isPlaceholderData }, table, setTable)
  // A new selection of sheets begins at its first page.
  const change: ChangeFilters = (values, options) => patch({ ...changed(filters, values), page: 1 }, options)
  const show = useCallback(
    (saved: SavedSearch, options?: ChangeOptions) => {
      const { filters: next, sort } = fromCriteria(saved.criteria)
      patch({ ...next, sort, page: 1 }, options)
      if (saved.columns.length > 0) changeView({ columns: saved.columns })
    },
    [patch, changeView],
  )

  // The list opened without filters begins with the user's default.
  const begun = useRef(useLocation().search !== '')
  const { data: saved } = useSavedSearches()
  useEffect(() => {
    if (begun.current || !saved) return
    begun.current = true
    const usual = saved.find(({ is_default }) => is_default)
    if (usual) show(usual, { replace: true })
  }, [saved, show])

  const total = data?.total ?? 0
  const removed = filters.removed !== ''
  const count = countSelected(selection, total)
  const bringBack = (ids: readonly string[]) =>
    restore.mutate(ids, {
      onSuccess: () => {
        notify({ key: 'bulk.restored', values: counted(ids.length, locale), color: 'success' })
        select(nothingSelected)
      },
    })
  const act = (action: BulkAction) => {
    if (action === 'restore' && !selection.all) bringBack([...selection.ids])
    else setTaking({ action, chosen: selectionBody(selection, toFilter(filters)), count })
  }
  const openRow = (id: string) => {
    if (!removed && !isDeletedHere(id)) {
      void readOpening(me.company_id, id, !isNarrow())
      open(id)
      return
    }
    const name = data?.items.find(sheet => sheet.id === id)?.name ?? ''
    notify({ key: 'bulk.openDeleted', values: { name }, ...(can(me, 'SDS_DELETE') && { action: { key: 'bulk.undo', run: () => bringBack([id]) } }) })
  }
  const takeAll = (action: 'export' | 'download' | 'createSimple') => () => setTaking({ action, count: total })
  const mayEdit = canEditSheets(me)
  const actions = permittedActions(me, removed)
  return (
    <DeletedList value={removed}>
      <SheetListPageView
        sheets={data}
        loading={loading}
        failed={isError && !data}
        onRetry={() => void refetch()}
        columns={columns}
        shown={shown}
        view={view}
        onView={changeView}
        savedView={{ criteria: toCriteria(filters, table.sort), columns: view.columns }}
        onShow={show}
        filters={filters}
        onFilter={change}
        table={table}
        onTableChange={setTable}
        openId={openId}
        onOpen={openRow}
        selection={actions.length > 0 ? selection : undefined}
        onSelect={select}
        actions={actions}
        impossible={impossibleActions(selection, count)}
        onAction={act}
        mayUpload={can(me, 'SDS_UPLOAD')}
        onCsv={mayEdit ? () => setTaking({ action: 'csv', count: 0 }) : undefined}
        onExport={can(me, 'SDS_EXPORT') ? takeAll('export') : undefined}
        onDownload={can(me, 'SDS_DOWNLOAD') ? takeAll('download') : undefined}
        onCreateSimple={can(me, 'CREATE_SIMPLE_DOWNLOAD') ? takeAll('createSimple') : undefined}
      />
      <DialogPane open={taking?.action ?? null} onClose={() => setTaking(null)}>
        {taking && (
          <SheetDialogs
            {...taking}
            filters={filters}
            sort={table.sort}
            onClose={() => setTaking(null)}
            onDone={() => {
              setTaking(null)
              select(nothingSelected)
            }}
          />
        )}
      </DialogPane>
    </DeletedList>
  )
}
