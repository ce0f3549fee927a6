import { useQuery } from '@tanstack/react-query'
import { can } from '../auth/permissions'
import { $api, http, ifMatch } from './client'
import { useCompany } from './company'
import { useMe } from './me'
import { readNow } from './queryClient'
import type { components } from './schema'
import { send } from './send'
import { useMutation } from './useMutation'

export type SamlConnection = components['schemas']['SAMLConnection']
export type SamlSetting = components['schemas']['SAMLSetting']

const path = '/companies/{id}/saml_connections'
const meta = { ownErrors: 'all', invalidates: ['saml'] } as const

const connectionQuery = (id: string) => $api.queryOptions('get', path, { params: { path: { id } } }, { staleTime: 0, meta: { ownErrors: 'all' } })

/** The connection to the company's identity provider, with the service provider's data for it. */
export const useSamlConnection = () => useQuery(connectionQuery(useMe().company_id))

/** The connection as currently stored. */
export const readSamlConnection = (id: string) => readNow(connectionQuery(id))

/** Whether the company's users log in at its identity provider only; false while it is not known yet, and to those who may not read the connection. */
export function usePasswordsRefused(): boolean {
  const me = useMe()
  const asked = useCompany().active_features.includes('saml') && can(me, 'COMPANY_EDIT')
  const { data } = useQuery({ ...connectionQuery(me.company_id), enabled: asked })
  return asked && data?.state === 'active' && data.passwords === 'refuse'
}

/** Connects, changes and disconnects the identity provider; the version is 0 where there is none yet. Failures are shown by the form. */
export function useSamlChanges() {
  const id = useMe().company_id
  const connect = useMutation({
    meta,
    mutationFn: ({ version, setting }: { version: number; setting: SamlSetting }) => send(http.PUT(path, { params: { path: { id }, header: ifMatch(version) }, body: setting })),
  })
  const disconnect = useMutation({ meta: { invalidates: ['saml'] }, mutationFn: () => send(http.DELETE(path, { params: { path: { id } } })) })
  return { connect, disconnect }
}
