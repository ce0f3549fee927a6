import { $api, http } from './client'
import type { components } from './schema'
import { send } from './send'
import { useMutation } from './useMutation'

export type Passkey = components['schemas']['Passkey']

/** The logged-in user's passkeys. */
export const passkeysQuery = () => $api.queryOptions('get', '/users/me/passkeys')

const own = { ownErrors: 'all', invalidates: ['passkeys'] } as const

/** Begins the registration of a passkey, after a reauthentication: the options for the browser. */
export const beginPasskey = async () => (await send(http.POST('/users/me/passkeys/registration', {}))).options

/** Registers a passkey that the browser has made. */
export const useAddPasskey = () =>
  useMutation({ meta: own, mutationFn: (body: { name: string; credential: Record<string, unknown> }) => send(http.POST('/users/me/passkeys', { body })) })

/** Renames a passkey. */
export const useRenamePasskey = () =>
  useMutation({ meta: own, mutationFn: ({ id, name }: { id: string; name: string }) => send(http.PATCH('/users/me/passkeys/{passkeyId}', { params: { path: { passkeyId: id } }, body: { name } })) })

/** Removes a passkey, after a reauthentication. */
export const useRemovePasskey = () => useMutation({ meta: own, mutationFn: (id: string) => send(http.DELETE('/users/me/passkeys/{passkeyId}', { params: { path: { passkeyId: id } } })) })
