import { useCallback, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { useChecklist, useChecklistChanges, useResults } from '@/shared/api/checklists'
import { ApiError } from '@/shared/api/error'
import { useMe } from '@/shared/api/me'
import { can } from '@/shared/auth/permissions'
import { lazyPart } from '@/shared/lib/lazyPart'
import { paths } from '@/shared/lib/paths'
import { useOpenSheet } from '@/shared/lib/openSheet'
import { useSheetSequence } from '@/shared/lib/sheetSequence'
import { firstPageParam, useTableUrlState } from '@/shared/lib/tableState'
import { useUrlState } from '@/shared/lib/urlState'
import { DialogPane } from '@/shared/ui/DialogPane'
import { notify } from '@/shared/ui/notify'
import { ChecklistPageView } from './ChecklistPageView'
import { DeleteDialog } from './components/DeleteDialog'
import { type ChangeFilters, filterParams, toQuery } from './filters'

const ChecklistDialog = lazyPart(async () => (await import('./ChecklistDialog')).ChecklistDialog)
const HistoryDialog = lazyPart(async () => (await import('./components/HistoryDialog')).HistoryDialog)
const ExportDialog = lazyPart(async () => (await import('./components/ExportDialog')).ExportDialog)

const filterAndPage = { ...filterParams, ...firstPageParam }

/** A checklist with its results. */
export function ChecklistPage() {
  const { listId = '' } = useParams()
  const me = useMe()
  const navigate = useNavigate()
  const [table, setTable] = useTableUrlState()
  const [{ page: _page, ...filters }, patch] = useUrlState(filterAndPage)
  const [openId, open] = useOpenSheet()
  const [dialog, setDialog] = useState<'edit' | 'delete' | 'history' | 'export' | null>(null)
  const list = useChecklist(listId)
  const query = toQuery(filters, table.sort)
  const results = useResults(listId, { ...query, page: table.page, limit: table.limit })
  useSheetSequence(results, table, setTable)
  const { suspend, resume, remove } = useChecklistChanges()
  // A new selection begins at its first page.
  const change = useCallback<ChangeFilters>((values, options) => patch({ ...values, page: 1 }, options), [patch])
  const close = () => setDialog(null)
  const may = {
    create: can(me, 'CHECK_LIST_CREATE'),
    request: can(me, 'CHECK_LIST_REQUEST'),
    edit: can(me, 'CHECK_LIST_EDIT'),
    delete: can(me, 'CHECK_LIST_DELETE'),
    export: can(me, 'CHECK_LIST_EXPORT'),
  }
  return (
    <>
      <ChecklistPageView
        listId={listId}
        list={list.data}
        notThere={list.error instanceof ApiError && list.error.status === 404}
        results={results.data}
        loading={results.isPending || results.isPlaceholderData}
        failed={(results.isError && !results.data) || (list.isError && !list.data)}
        onReload={() => void Promise.all([list.refetch(), results.refetch()])}
        filters={filters}
        onFilter={change}
        table={table}
        onTableChange={setTable}
        may={may}
        changing={suspend.isPending ? 'suspend' : resume.isPending ? 'resume' : undefined}
        openId={openId}
        onOpen={open}
        onDialog={setDialog}
        onSuspend={() => suspend.mutate([listId], { onSuccess: () => void notify({ key: 'checklists.suspended', color: 'success' }) })}
        onResume={() => resume.mutate([listId], { onSuccess: () => void notify({ key: 'checklists.resumed', color: 'success' }) })}
      />
      {list.data && (
        <DialogPane open={dialog} onClose={close}>
          {dialog === 'edit' && <ChecklistDialog list={list.data} may={may} onClose={close} onSaved={close} />}
          {dialog === 'history' && <HistoryDialog list={list.data} onClose={close} />}
          {dialog === 'export' && <ExportDialog list={list.data} query={query} total={results.data?.total ?? 0} onClose={close} />}
        </DialogPane>
      )}
      {dialog === 'delete' && list.data && (
        <DeleteDialog
          list={list.data}
          busy={remove.isPending}
          onCancel={close}
          onConfirm={() =>
            list.data &&
            remove.mutate(list.data, {
              onSuccess: () => {
                notify({ key: 'checklists.deleted', color: 'success' })
                void navigate(paths.checklists)
              },
              onError: close,
            })
          }
        />
      )}
    </>
  )
}
