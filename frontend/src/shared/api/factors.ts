import { $api, http } from './client'
import type { components } from './schema'
import { send } from './send'
import { useMutation } from './useMutation'

export type SecondFactors = components['schemas']['SecondFactors']
export type Factor = NonNullable<SecondFactors['methods'][number]>
export type RecoveryCodeSet = components['schemas']['RecoveryCodeSet']

/** The logged-in user's second factors. */
export const factorsQuery = () => $api.queryOptions('get', '/users/me/second-factors')

const own = { ownErrors: 'all', invalidates: ['secondFactors'] } as const

/** Turns a second factor off, after a reauthentication. */
export const useRemoveFactor = () =>
  useMutation({ meta: own, mutationFn: (method: Factor) => send(http.DELETE('/users/me/second-factors/{method}', { params: { path: { method } } })) })

/** Sets the factor that a login demands; null: the user chooses. */
export const usePreferFactor = () =>
  useMutation({ meta: { invalidates: ['secondFactors'] }, mutationFn: (method: Factor | null) => send(http.PUT('/users/me/second-factors/preferred', { body: method ? { method } : {} })) })

/** Makes new recovery codes, after a reauthentication. */
export const useMakeRecoveryCodes = () => useMutation({ meta: own, mutationFn: () => send(http.POST('/users/me/recovery-codes', {})) })
