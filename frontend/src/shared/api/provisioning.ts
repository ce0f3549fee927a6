import { useQuery } from '@tanstack/react-query'
import { $api, http } from './client'
import { useMe } from './me'
import type { components } from './schema'
import { send } from './send'
import { useMutation } from './useMutation'

export type ProvisioningToken = components['schemas']['ProvisioningToken']
export type NewProvisioningToken = components['schemas']['NewProvisioningToken']
export type MadeProvisioningToken = components['schemas']['MadeProvisioningToken']

const listPath = '/companies/{id}/provisioning_tokens'

/** The tokens by which the company's identity provider changes its users, with their limit and the address for it. */
export function useProvisioningTokens() {
  return useQuery($api.queryOptions('get', listPath, { params: { path: { id: useMe().company_id } } }, { staleTime: 0 }))
}

/** Makes and ends tokens. Failures of making are shown by the form. */
export function useTokenChanges() {
  const id = useMe().company_id
  const invalidates = ['provisioningTokens'] as const
  const make = useMutation({ meta: { ownErrors: 'all', invalidates }, gcTime: 0, mutationFn: (body: NewProvisioningToken) => send(http.POST(listPath, { params: { path: { id } }, body })) })
  const end = useMutation({ meta: { invalidates }, mutationFn: (entryId: string) => send(http.DELETE('/companies/{id}/provisioning_tokens/{entryId}', { params: { path: { id, entryId } } })) })
  return { make, end }
}
