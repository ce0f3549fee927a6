import { useMe } from '@/shared/api/me'
import { useTagChanges, useTags } from '@/shared/api/tags'
import { can } from '@/shared/auth/permissions'
import { tagName } from '@/shared/lib/validation'
import { useTableUrlState } from '@/shared/ui/DataTable'
import { notify } from '@/shared/ui/notify'
import { NamedItems } from './components/NamedItems'

const rule = tagName()

export function TagsPage() {
  const me = useMe()
  const tags = useTags()
  const { create, rename, remove } = useTagChanges()
  const [table, setTable] = useTableUrlState()
  return (
    <NamedItems
      texts="company.tags"
      items={tags.data ?? []}
      loading={tags.isPending}
      table={table}
      onTableChange={setTable}
      nameRule={rule}
      may={{ create: can(me, 'TAG_CREATE'), edit: can(me, 'TAG_EDIT'), delete: can(me, 'TAG_DELETE') }}
      onCreate={async (name, mapErrors) => {
        try {
          await create.mutateAsync(name)
        } catch (error) {
          mapErrors(error)
          return false
        }
        notify({ key: 'messages.tagAdded', color: 'success' })
        return true
      }}
      onRename={async (item, name, mapErrors, version) => {
        try {
          await rename.mutateAsync({ item, version, name })
        } catch (error) {
          mapErrors(error)
          return false
        }
        notify({ key: 'messages.tagUpdated', color: 'success' })
        return true
      }}
      onDelete={async item => {
        try {
          await remove.mutateAsync(item)
        } catch {
          return 'failed'
        }
        notify({ key: 'messages.tagDeleted', color: 'success' })
        return 'deleted'
      }}
    />
  )
}
