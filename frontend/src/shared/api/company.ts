import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { $api, http, ifMatch } from './client'
import { useMe } from './me'
import { queryClient } from './queryClient'
import type { components } from './schema'

export type Company = components['schemas']['Company']
export type CompanySettings = components['schemas']['CompanySettings']

/** The company with its plan, usage and options. */
export const companyQuery = (companyId: string) => $api.queryOptions('get', '/companies/{id}', { params: { path: { id: companyId } } })

/** The company of the person who is logged in. */
export function useCompany(): Company {
  return useSuspenseQuery(companyQuery(useMe().company_id)).data
}

const refresh = (company: Company) => queryClient.invalidateQueries({ queryKey: companyQuery(company.id).queryKey })

export function useUpdateCompany(company: Company) {
  return useMutation({
    // A stale version is told at the form, which stays open.
    mutationFn: async (change: { name: string; phone: string }) => {
      await http.PUT('/companies/{id}', { params: { path: { id: company.id }, header: ifMatch(company.version) }, body: change })
    },
    onSettled: () => refresh(company),
  })
}

export function useUpdateSettings(company: Company) {
  return useMutation({
    mutationFn: async (settings: CompanySettings) => {
      await http.PUT('/companies/{id}/settings', { params: { path: { id: company.id }, header: ifMatch(company.version) }, body: settings })
    },
    onSettled: () => refresh(company),
  })
}
