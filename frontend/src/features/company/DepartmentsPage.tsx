import { readDepartment, useDepartmentChanges, useDepartmentUsage, useDepartments } from '@/shared/api/departments'
import { ApiError } from '@/shared/api/error'
import { useMe } from '@/shared/api/me'
import { can } from '@/shared/auth/permissions'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { paths, withQuery } from '@/shared/lib/paths'
import { departmentName } from '@/shared/lib/validation'
import { notify } from '@/shared/ui/notify'
import { NamedItems } from './components/NamedItems'

const rule = departmentName()
const sheetsPath = ({ id }: { id: string }) => withQuery(paths.sdsList, { department_id: id })

export function DepartmentsPage() {
  const { t } = useTranslation()
  const me = useMe()
  const departments = useDepartments()
  const usage = useDepartmentUsage()
  const { create, rename, remove } = useDepartmentChanges()
  return (
    <NamedItems
      texts="company.departments"
      title={t('screens.departments')}
      list={departments}
      uses={usage.data ?? (usage.isError ? null : undefined)}
      ofUsers
      sheetsPath={sheetsPath}
      nameRule={rule}
      may={{ create: can(me, 'DEPARTMENT_CREATE'), edit: can(me, 'DEPARTMENT_EDIT'), delete: can(me, 'DEPARTMENT_DELETE') }}
      onCreate={async name => {
        const created = await create.mutateAsync(name)
        notify({ key: 'messages.departmentCreated', color: 'success' })
        return created
      }}
      onRename={async ({ id }, name, version) => {
        const renamed = await rename.mutateAsync({ deptId: id, version, name })
        notify({ key: 'messages.departmentUpdated', color: 'success' })
        return renamed
      }}
      onRead={({ id }) => readDepartment(me.company_id, id)}
      onDelete={async ({ id }, force) => {
        try {
          await remove.mutateAsync({ deptId: id, force })
        } catch (error) {
          return error instanceof ApiError && error.status === 409 ? 'inUse' : 'failed'
        }
        notify({ key: 'messages.departmentDeleted', color: 'success' })
        return 'deleted'
      }}
    />
  )
}
