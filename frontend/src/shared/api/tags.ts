import { useQuery } from '@tanstack/react-query'
import { $api, http, ifMatch } from './client'
import { useMe } from './me'
import { readNow } from './queryClient'
import type { components } from './schema'
import { send } from './send'
import { useMutation } from './useMutation'

export type Tag = components['schemas']['Tag']

const listPath = '/companies/{id}/tags'
const onePath = '/companies/{id}/tags/{tagId}'

export const tagsQuery = (companyId: string) => $api.queryOptions('get', listPath, { params: { path: { id: companyId } } })

/** The tags of the company, by name. */
export function useTags() {
  return useQuery({ ...tagsQuery(useMe().company_id), select: answer => answer.items })
}

/** How many sheets each tag has, by its id. */
export function useTagUsage() {
  const id = useMe().company_id
  return useQuery({
    ...$api.queryOptions('get', '/companies/{id}/tags/usage', { params: { path: { id } } }, { staleTime: 0, meta: { ownErrors: 'all' } }),
    select: answer => new Map(answer.items.map(({ id, ...use }) => [id, use])),
  })
}

/** A tag as currently stored; null if it has been deleted. */
export async function readTag(companyId: string, tagId: string): Promise<Tag | null> {
  const { items } = await readNow(tagsQuery(companyId))
  return items.find(({ id }) => id === tagId) ?? null
}

/** Adds, renames and deletes tags. Failures of a name are shown by the form. */
export function useTagChanges() {
  const id = useMe().company_id
  const invalidates = ['tags'] as const
  const named = { ownErrors: 'all', invalidates } as const
  const create = useMutation({ meta: named, mutationFn: (name: string) => send(http.POST(listPath, { params: { path: { id } }, body: { name } })) })
  const rename = useMutation({
    meta: named,
    mutationFn: ({ tagId, version, name }: { tagId: string; version: number; name: string }) =>
      send(http.PUT(onePath, { params: { path: { id, tagId }, header: ifMatch(version) }, body: { name } })),
  })
  const remove = useMutation({
    meta: { invalidates: ['tags', 'sheets'] },
    mutationFn: (tagId: string) => send(http.DELETE(onePath, { params: { path: { id, tagId } } })),
  })
  return { create, rename, remove }
}
