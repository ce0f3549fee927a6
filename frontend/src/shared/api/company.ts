import { useSuspenseQuery } from '@tanstack/react-query'
import { $api, http, ifMatch } from './client'
import { useMe } from './me'
import { readNow } from './queryClient'
import type { components } from './schema'
import { send } from './send'
import { useMutation } from './useMutation'

export type Company = components['schemas']['Company']
/** An option of the plan. */
export type Feature = Company['active_features'][number]
export type CompanySettings = components['schemas']['CompanySettings']

const path = '/companies/{id}'

/** The company with its plan, usage and options. */
export const companyQuery = (companyId: string) => $api.queryOptions('get', path, { params: { path: { id: companyId } } })

/** The company of the logged-in user. */
export function useCompany(): Company {
  return useSuspenseQuery(companyQuery(useMe().company_id)).data
}

/** The company as currently stored. */
export const readCompany = (companyId: string) => readNow({ ...companyQuery(companyId), meta: { ownErrors: 'all' } })

// Every failure is shown by the form.
const meta = { ownErrors: 'all', invalidates: ['company'] } as const

export function useUpdateCompany() {
  return useMutation({
    meta,
    mutationFn: ({ id, version, change }: { id: string; version: number; change: { name: string; phone: string } }) =>
      send(http.PUT(path, { params: { path: { id }, header: ifMatch(version) }, body: change })),
  })
}

export function useUpdateSettings() {
  return useMutation({
    // The rule of second factors concerns the user too.
    meta: { ...meta, invalidates: ['company', 'me'] },
    mutationFn: ({ id, version, settings }: { id: string; version: number; settings: CompanySettings }) =>
      send(http.PUT('/companies/{id}/settings', { params: { path: { id }, header: ifMatch(version) }, body: settings })),
  })
}

/** Closes the account of the company, named by the user as a confirmation. */
export function useCloseCompany() {
  return useMutation({
    meta: { ownErrors: 'all' },
    mutationFn: ({ id, version, name }: { id: string; version: number; name: string }) => send(http.DELETE(path, { params: { path: { id }, header: ifMatch(version) }, body: { name } })),
  })
}
