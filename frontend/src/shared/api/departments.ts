import { useMutation, useQuery } from '@tanstack/react-query'
import { $api, http, ifMatch } from './client'
import { useMe } from './me'
import { queryClient } from './queryClient'
import type { components } from './schema'

export type Department = components['schemas']['Department']

export const departmentsQuery = (companyId: string) =>
  $api.queryOptions('get', '/companies/{id}/departments', { params: { path: { id: companyId } } })

/** The departments of the company, by name. */
export function useDepartments() {
  return useQuery({ ...departmentsQuery(useMe().company_id), select: answer => answer.items })
}

/** Adds, renames and deletes departments. A name in use and a department in use (409) are reported by the caller. */
export function useDepartmentChanges() {
  const id = useMe().company_id
  const onSettled = () => queryClient.invalidateQueries({ queryKey: departmentsQuery(id).queryKey })
  const meta = { ownErrors: [409] as const }
  const create = useMutation({
    meta,
    onSettled,
    mutationFn: async (name: string) => {
      await http.POST('/companies/{id}/departments', { params: { path: { id } }, body: { name } })
    },
  })
  const rename = useMutation({
    meta,
    onSettled,
    mutationFn: async ({ item, version, name }: { item: Department; version: number; name: string }) => {
      await http.PUT('/companies/{id}/departments/{deptId}', {
        params: { path: { id, deptId: item.id }, header: ifMatch(version) },
        body: { name },
      })
    },
  })
  const remove = useMutation({
    meta,
    onSettled,
    mutationFn: async ({ item, force }: { item: Department; force: boolean }) => {
      await http.DELETE('/companies/{id}/departments/{deptId}', { params: { path: { id, deptId: item.id }, query: { force } } })
    },
  })
  return { create, rename, remove }
}
