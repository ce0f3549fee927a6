import { useMemo, useState } from 'react'
import { useMe } from '@/shared/api/me'
import { type SheetRow, useSheet, useSheets } from '@/shared/api/sheets'
import { can, canEditSheets } from '@/shared/auth/permissions'
import { noFilters, toQuery } from '@/shared/filters'
import { useOpenSheet } from '@/shared/lib/openSheet'
import { useSheetSequence } from '@/shared/lib/sheetSequence'
import { ReanalyseDialog } from '@/shared/sds/ReanalyseDialog'
import { ReconfirmDialog } from '@/shared/sds/ReconfirmDialog'
import { useTableUrlState } from '@/shared/lib/tableState'
import { DeleteDialog } from './components/bulk/DeleteDialog'
import { SheetErrorsPageView } from './SheetErrorsPageView'

const incomplete = { ...noFilters, status_group: ['impossible', 'reconfirmation'] as const }

/** Sheets that could not be analyzed and those to be reconfirmed, with the reason and what to do. */
export function SheetErrorsPage() {
  const me = useMe()
  const [table, setTable] = useTableUrlState()
  const [openId, open] = useOpenSheet()
  const [again, setAgain] = useState<SheetRow | null>(null)
  const [resolving, setResolving] = useState<SheetRow | null>(null)
  const [deleting, setDeleting] = useState<SheetRow | null>(null)
  const query = useMemo(() => toQuery(incomplete, table), [table])
  const { data, isPending, isPlaceholderData, isError, refetch } = useSheets(query)
  useSheetSequence({ data, isPending, isPlaceholderData }, table, setTable)
  return (
    <>
      <SheetErrorsPageView
        sheets={data}
        loading={isPending || isPlaceholderData}
        failed={isError && !data}
        onRetry={() => void refetch()}
        table={table}
        onTableChange={setTable}
        mayEdit={canEditSheets(me)}
        mayDelete={can(me, 'SDS_DELETE')}
        openId={openId}
        onOpen={open}
        onReanalyse={setAgain}
        onResolve={setResolving}
        onDelete={setDeleting}
      />
      {again && <ReanalyseDialog sheet={again} onClose={() => setAgain(null)} />}
      {resolving && <Resolving id={resolving.id} onClose={() => setResolving(null)} />}
      {deleting && <DeleteDialog chosen={{ sds_ids: [deleting.id] }} count={1} onClose={() => setDeleting(null)} onDone={() => setDeleting(null)} />}
    </>
  )
}

/** Asks for another file or for answers about it, beginning with those given before. */
function Resolving({ id, onClose }: { id: string; onClose: () => void }) {
  const { data } = useSheet(id)
  return data && <ReconfirmDialog sheet={data} onClose={onClose} />
}
