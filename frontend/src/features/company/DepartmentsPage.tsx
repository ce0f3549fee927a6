import { useDepartmentChanges, useDepartments } from '@/shared/api/departments'
import { ApiError } from '@/shared/api/error'
import { useMe } from '@/shared/api/me'
import { can } from '@/shared/auth/permissions'
import { departmentName } from '@/shared/lib/validation'
import { useTableUrlState } from '@/shared/ui/DataTable'
import { notify } from '@/shared/ui/notify'
import { NamedItems } from './components/NamedItems'

const rule = departmentName()

export function DepartmentsPage() {
  const me = useMe()
  const departments = useDepartments()
  const { create, rename, remove } = useDepartmentChanges()
  const [table, setTable] = useTableUrlState()
  return (
    <NamedItems
      texts="company.departments"
      items={departments.data ?? []}
      loading={departments.isPending}
      table={table}
      onTableChange={setTable}
      nameRule={rule}
      may={{ create: can(me, 'DEPARTMENT_CREATE'), edit: can(me, 'DEPARTMENT_EDIT'), delete: can(me, 'DEPARTMENT_DELETE') }}
      onCreate={async (name, mapErrors) => {
        try {
          await create.mutateAsync(name)
        } catch (error) {
          mapErrors(error)
          return false
        }
        notify({ key: 'messages.departmentCreated', color: 'success' })
        return true
      }}
      onRename={async (item, name, mapErrors, version) => {
        try {
          await rename.mutateAsync({ item, version, name })
        } catch (error) {
          mapErrors(error)
          return false
        }
        notify({ key: 'messages.departmentUpdated', color: 'success' })
        return true
      }}
      onDelete={async (item, force) => {
        try {
          await remove.mutateAsync({ item, force })
        } catch (error) {
          return error instanceof ApiError && error.status === 409 ? 'inUse' : 'failed'
        }
        notify({ key: 'messages.departmentDeleted', color: 'success' })
        return 'deleted'
      }}
    />
  )
}
