import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { fileName } from './checklists'
import { $api, http } from './client'
import { useMe } from './me'
import type { components, operations } from './schema'
import { useMutation } from './useMutation'

export type Duties = operations['listDuties']['responses'][200]['content']['application/json']
export type DutyCount = components['schemas']['DutyCount']
export type DutyChange = components['schemas']['DutyChange']

const listPath = '/companies/{id}/duties'

/** What has to be done in the company, or for the sheets of departments. */
export function useDuties(departments: readonly string[]) {
  const id = useMe().company_id
  return useQuery(
    $api.queryOptions(
      'get',
      listPath,
      { params: { path: { id }, query: { department_id: departments.length > 0 ? [...departments] : undefined } } },
      { placeholderData: keepPreviousData, meta: { ownErrors: 'all' } },
    ),
  )
}

/** The duties as a file. */
export function useExportDuties() {
  const id = useMe().company_id
  return useMutation({
    mutationFn: async ({ departments, format }: { departments: readonly string[]; format: 'csv' | 'xlsx' }) => {
      const query = { department_id: departments.length > 0 ? [...departments] : undefined, format }
      const { data, response } = await http.GET('/companies/{id}/duties/export', { params: { path: { id }, query }, parseAs: 'blob' })
      return { content: data as unknown as Blob, name: fileName(response.headers.get('Content-Disposition')) ?? `obligations.${format}` }
    },
  })
}
