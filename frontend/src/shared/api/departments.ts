import { useQuery } from '@tanstack/react-query'
import { $api, http, ifMatch } from './client'
import { useMe } from './me'
import { readNow } from './queryClient'
import type { components } from './schema'
import { send } from './send'
import { useMutation } from './useMutation'

export type Department = components['schemas']['Department']

const listPath = '/companies/{id}/departments'
const onePath = '/companies/{id}/departments/{deptId}'

export const departmentsQuery = (companyId: string) => $api.queryOptions('get', listPath, { params: { path: { id: companyId } } })

/** The departments of the company, by name. */
export function useDepartments() {
  return useQuery({ ...departmentsQuery(useMe().company_id), select: answer => answer.items })
}

/** How many sheets and users each department has, by its id. */
export function useDepartmentUsage() {
  const id = useMe().company_id
  return useQuery({
    ...$api.queryOptions('get', '/companies/{id}/departments/usage', { params: { path: { id } } }, { staleTime: 0, meta: { ownErrors: 'all' } }),
    select: answer => new Map(answer.items.map(({ id, ...use }) => [id, use])),
  })
}

/** A department as currently stored; null if it has been deleted. */
export async function readDepartment(companyId: string, departmentId: string): Promise<Department | null> {
  const { items } = await readNow(departmentsQuery(companyId))
  return items.find(({ id }) => id === departmentId) ?? null
}

/** Adds, renames and deletes departments. Failures of a name are shown by the form; a department in use (409) is asked about. */
export function useDepartmentChanges() {
  const id = useMe().company_id
  const invalidates = ['departments', 'users', 'me'] as const
  const named = { ownErrors: 'all', invalidates } as const
  const create = useMutation({ meta: named, mutationFn: (name: string) => send(http.POST(listPath, { params: { path: { id } }, body: { name } })) })
  const rename = useMutation({
    meta: named,
    mutationFn: ({ deptId, version, name }: { deptId: string; version: number; name: string }) =>
      send(http.PUT(onePath, { params: { path: { id, deptId }, header: ifMatch(version) }, body: { name } })),
  })
  const remove = useMutation({
    meta: { ownErrors: [409], invalidates },
    mutationFn: ({ deptId, force }: { deptId: string; force: boolean }) => send(http.DELETE(onePath, { params: { path: { id, deptId }, query: { force } } })),
  })
  return { create, rename, remove }
}
