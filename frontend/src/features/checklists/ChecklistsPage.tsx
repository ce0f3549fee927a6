import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type Checklist, useChecklistChanges, useChecklists } from '@/shared/api/checklists'
import { useMe } from '@/shared/api/me'
import { can } from '@/shared/auth/permissions'
import { lazyPart } from '@/shared/lib/lazyPart'
import { checklistPath } from '@/shared/lib/paths'
import { useTableUrlState } from '@/shared/lib/tableState'
import { DialogPane } from '@/shared/ui/DialogPane'
import { notify } from '@/shared/ui/notify'
import { ChecklistsPageView } from './ChecklistsPageView'
import { DeleteDialog } from './components/DeleteDialog'

const ChecklistDialog = lazyPart(async () => (await import('./ChecklistDialog')).ChecklistDialog)

/** All checklists of the company. */
export function ChecklistsPage() {
  const me = useMe()
  const navigate = useNavigate()
  const [table, setTable] = useTableUrlState()
  const lists = useChecklists(table.page, table.limit)
  const { suspend, resume, remove } = useChecklistChanges()
  const [creating, setCreating] = useState(false)
  const [deleting, setDeleting] = useState<Checklist | null>(null)
  const may = {
    create: can(me, 'CHECK_LIST_CREATE'),
    request: can(me, 'CHECK_LIST_REQUEST'),
    edit: can(me, 'CHECK_LIST_EDIT'),
    delete: can(me, 'CHECK_LIST_DELETE'),
  }
  return (
    <>
      <ChecklistsPageView
        lists={lists.data}
        loading={lists.isPending || lists.isPlaceholderData}
        failed={lists.isError && !lists.data}
        onReload={() => void lists.refetch()}
        table={table}
        onTableChange={setTable}
        may={may}
        busy={suspend.isPending || resume.isPending}
        onCreate={() => setCreating(true)}
        onSuspend={async ids => {
          await suspend.mutateAsync(ids)
          notify({ key: 'checklists.suspended', color: 'success' })
        }}
        onResume={async ids => {
          await resume.mutateAsync(ids)
          notify({ key: 'checklists.resumed', color: 'success' })
        }}
        onDelete={setDeleting}
      />
      {creating && (
        <DialogPane open={creating ? 'create' : null} onClose={() => setCreating(false)}>
          <ChecklistDialog may={may} onClose={() => setCreating(false)} onSaved={list => void navigate(checklistPath(list.id))} />
        </DialogPane>
      )}
      {deleting && (
        <DeleteDialog
          list={deleting}
          busy={remove.isPending}
          onCancel={() => setDeleting(null)}
          onConfirm={() =>
            remove.mutate(deleting, {
              onSuccess: () => void notify({ key: 'checklists.deleted', color: 'success' }),
              onSettled: () => setDeleting(null),
            })
          }
        />
      )}
    </>
  )
}
