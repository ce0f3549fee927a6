import { useQuery } from '@tanstack/react-query'
import { $api, http } from './client'
import type { components } from './schema'
import { send } from './send'
import { useMutation } from './useMutation'

export type SignedSession = components['schemas']['Session']

const path = '/users/me/sessions'

/** The user's sessions that are in use, on all devices. */
export function useSessions() {
  return useQuery($api.queryOptions('get', path, {}, { staleTime: 0 }))
}

export type SignIn = components['schemas']['SignIn']

/** The user's last logins, and the attempts that failed. */
export function useSignIns() {
  return useQuery($api.queryOptions('get', '/users/me/sign-ins', {}, { staleTime: 0 }))
}

/** Ends other sessions of the user: one, or all but this one. */
export function useEndSessions() {
  const meta = { invalidates: ['sessions'] } as const
  const one = useMutation({ meta, mutationFn: (session: string) => send(http.POST('/users/me/sign-out', { body: { scope: 'session', session } })) })
  const others = useMutation({ meta, mutationFn: () => send(http.POST('/users/me/sign-out', { body: { scope: 'others' } })) })
  return { one, others }
}
