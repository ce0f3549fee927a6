import { useMe } from '@/shared/api/me'
import { readTag, useTagChanges, useTagUsage, useTags } from '@/shared/api/tags'
import { can } from '@/shared/auth/permissions'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { paths, withQuery } from '@/shared/lib/paths'
import { tagName } from '@/shared/lib/validation'
import { notify } from '@/shared/ui/notify'
import { NamedItems } from './components/NamedItems'

const rule = tagName()
const sheetsPath = ({ id }: { id: string }) => withQuery(paths.sdsList, { tag_id: id })

export function TagsPage() {
  const { t } = useTranslation()
  const me = useMe()
  const tags = useTags()
  const usage = useTagUsage()
  const { create, rename, remove } = useTagChanges()
  return (
    <NamedItems
      texts="company.tags"
      title={t('screens.tags')}
      list={tags}
      uses={usage.data ?? (usage.isError ? null : undefined)}
      sheetsPath={sheetsPath}
      nameRule={rule}
      may={{ create: can(me, 'TAG_CREATE'), edit: can(me, 'TAG_EDIT'), delete: can(me, 'TAG_DELETE') }}
      onCreate={async name => {
        const created = await create.mutateAsync(name)
        notify({ key: 'messages.tagAdded', color: 'success' })
        return created
      }}
      onRename={async ({ id }, name, version) => {
        const renamed = await rename.mutateAsync({ tagId: id, version, name })
        notify({ key: 'messages.tagUpdated', color: 'success' })
        return renamed
      }}
      onRead={({ id }) => readTag(me.company_id, id)}
      onDelete={async ({ id }) => {
        try {
          await remove.mutateAsync(id)
        } catch {
          return 'failed'
        }
        notify({ key: 'messages.tagDeleted', color: 'success' })
        return 'deleted'
      }}
    />
  )
}
