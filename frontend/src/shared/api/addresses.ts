import { useQuery } from '@tanstack/react-query'
import { formOf } from '@/shared/lib/chosenFile'
import { $api, http } from './client'
import { useMe } from './me'
import type { components } from './schema'
import { send } from './send'
import { useMutation } from './useMutation'

export type AllowedAddress = components['schemas']['Entry']
export type NewAddress = components['schemas']['NewEntry']

const listPath = '/companies/{id}/whitelist_ips'

/** The addresses from which the company may be used, with their limit; none: from anywhere. */
export function useAllowedAddresses() {
  return useQuery($api.queryOptions('get', listPath, { params: { path: { id: useMe().company_id } } }, { staleTime: 0 }))
}

/** The caller's own address, as compared with the list; empty if it is unknown. */
export function useOwnAddress() {
  return useQuery({ ...$api.queryOptions('get', '/utils/get-client-ip', {}, { staleTime: 60_000, meta: { ownErrors: 'all' } }), select: ({ ip }) => ip })
}

/** Adds and removes addresses, one by one or by a CSV file. Failures of adding are shown by the form. */
export function useAddressChanges() {
  const id = useMe().company_id
  const invalidates = ['addresses'] as const
  const form = { ownErrors: 'all', invalidates } as const
  const add = useMutation({ meta: form, mutationFn: (body: NewAddress) => send(http.POST(listPath, { params: { path: { id } }, body })) })
  const register = useMutation({
    meta: form,
    mutationFn: async (file: File) => {
      const form = await formOf(file)
      return send(http.POST('/companies/{id}/whitelist_ips/bulk_register', { params: { path: { id } }, body: { file: '' }, bodySerializer: () => form }))
    },
  })
  const remove = useMutation({ meta: { invalidates }, mutationFn: (ip: string) => send(http.DELETE('/companies/{id}/whitelist_ips/{ip}', { params: { path: { id, ip } } })) })
  return { add, register, remove }
}
