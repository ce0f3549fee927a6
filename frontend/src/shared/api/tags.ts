import { useMutation, useQuery } from '@tanstack/react-query'
import { $api, http, ifMatch } from './client'
import { useMe } from './me'
import { queryClient } from './queryClient'
import type { components } from './schema'

export type Tag = components['schemas']['Tag']

export const tagsQuery = (companyId: string) => $api.queryOptions('get', '/companies/{id}/tags', { params: { path: { id: companyId } } })

/** The tags of the company, by name. */
export function useTags() {
  return useQuery({ ...tagsQuery(useMe().company_id), select: answer => answer.items })
}

/** Adds, renames and deletes tags. A name in use (409) is reported by the caller. */
export function useTagChanges() {
  const id = useMe().company_id
  const onSettled = () => queryClient.invalidateQueries({ queryKey: tagsQuery(id).queryKey })
  const meta = { ownErrors: [409] as const }
  const create = useMutation({
    meta,
    onSettled,
    mutationFn: async (name: string) => {
      await http.POST('/companies/{id}/tags', { params: { path: { id } }, body: { name } })
    },
  })
  const rename = useMutation({
    meta,
    onSettled,
    mutationFn: async ({ item, version, name }: { item: Tag; version: number; name: string }) => {
      await http.PUT('/companies/{id}/tags/{tagId}', { params: { path: { id, tagId: item.id }, header: ifMatch(version) }, body: { name } })
    },
  })
  const remove = useMutation({
    meta,
    onSettled,
    mutationFn: async (item: Tag) => {
      await http.DELETE('/companies/{id}/tags/{tagId}', { params: { path: { id, tagId: item.id } } })
    },
  })
  return { create, rename, remove }
}
