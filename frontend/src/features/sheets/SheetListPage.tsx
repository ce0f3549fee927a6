import { useState } from 'react'
import { useMe } from '@/shared/api/me'
import { useSheets } from '@/shared/api/sheets'
import { can } from '@/shared/auth/permissions'
import { lazyPart } from '@/shared/lib/lazyPart'
import { useOpenSheet } from '@/shared/lib/openSheet'
import { firstPageParam, useTableUrlState } from '@/shared/lib/tableState'
import { useUrlState } from '@/shared/lib/urlState'
import { DialogPane } from '@/shared/ui/DialogPane'
import { type Filters, changed, filterParams, toQuery } from './filters'
import { useNames } from './names'
import { SheetListPageView } from './SheetListPageView'

const ExportDialog = lazyPart(async () => (await import('./components/ExportDialog')).ExportDialog)
const DownloadDialog = lazyPart(async () => (await import('./components/DownloadDialog')).DownloadDialog)
const CreateSimpleDialog = lazyPart(async () => (await import('./components/CreateSimpleDialog')).CreateSimpleDialog)

const filterAndPage = { ...filterParams, ...firstPageParam }

/** All sheets of the company; the state of the view is in the URL. */
export function SheetListPage() {
  const me = useMe()
  const names = useNames()
  const [table, setTable] = useTableUrlState()
  const [{ page: _page, ...filters }, patch] = useUrlState(filterAndPage)
  const [openId, open] = useOpenSheet()
  const { data, isPending, isPlaceholderData, isError, refetch } = useSheets(toQuery(filters, table))
  // A new selection of sheets begins at its first page.
  const change = (values: Partial<Filters>) => patch({ ...changed(filters, values), page: 1 })
  const [taking, setTaking] = useState<'export' | 'download' | 'createSimple' | null>(null)
  const dialog = { filters, total: data?.total ?? 0, onClose: () => setTaking(null) }
  return (
    <>
      <SheetListPageView
        sheets={data}
        loading={isPending || isPlaceholderData}
        failed={isError && !data}
        onRetry={() => void refetch()}
        names={names}
        filters={filters}
        onFilter={change}
        table={table}
        onTableChange={setTable}
        openId={openId}
        onOpen={open}
        mayUpload={can(me, 'SDS_UPLOAD')}
        onExport={can(me, 'SDS_EXPORT') ? () => setTaking('export') : undefined}
        onDownload={can(me, 'SDS_DOWNLOAD') ? () => setTaking('download') : undefined}
        onCreateSimple={can(me, 'CREATE_SIMPLE_DOWNLOAD') ? () => setTaking('createSimple') : undefined}
      />
      <DialogPane open={taking} onClose={dialog.onClose}>
        {taking === 'export' && <ExportDialog {...dialog} sort={table.sort} />}
        {taking === 'download' && <DownloadDialog {...dialog} />}
        {taking === 'createSimple' && <CreateSimpleDialog {...dialog} sort={table.sort} />}
      </DialogPane>
    </>
  )
}
