import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { $api, http, ifMatch } from './client'
import { useMe } from './me'
import { queryClient } from './queryClient'
import type { components } from './schema'

export type Company = components['schemas']['Company']
/** An option of the plan. */
export type Feature = Company['active_features'][number]
export type CompanySettings = components['schemas']['CompanySettings']

/** The company with its plan, usage and options. */
export const companyQuery = (companyId: string) => $api.queryOptions('get', '/companies/{id}', { params: { path: { id: companyId } } })

/** The company of the logged-in user. */
export function useCompany(): Company {
  return useSuspenseQuery(companyQuery(useMe().company_id)).data
}

/** After a refused save the form waits for this, to show the other user's change. */
const onSettled = (_answer: unknown, _error: unknown, { id }: { id: string }) => queryClient.invalidateQueries({ queryKey: companyQuery(id).queryKey })

export function useUpdateCompany() {
  return useMutation({
    mutationFn: async ({ id, version, change }: { id: string; version: number; change: { name: string; phone: string } }) => {
      await http.PUT('/companies/{id}', { params: { path: { id }, header: ifMatch(version) }, body: change })
    },
    onSettled,
  })
}

export function useUpdateSettings() {
  return useMutation({
    mutationFn: async ({ id, version, settings }: { id: string; version: number; settings: CompanySettings }) => {
      await http.PUT('/companies/{id}/settings', { params: { path: { id }, header: ifMatch(version) }, body: settings })
    },
    onSettled,
  })
}
