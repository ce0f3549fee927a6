import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import type { Locale } from '@/shared/lib/locale'
import { $api, http, ifMatch } from './client'
import { queryClient } from './queryClient'
import type { components } from './schema'

export type Me = components['schemas']['Me']
export type ProfileChange = components['schemas']['ProfileChange']

/** The logged-in user, with role, permissions and departments. */
export const meQuery = () => $api.queryOptions('get', '/users/me', {}, { staleTime: 60_000, meta: { ownErrors: 'all' } })

/** The logged-in user; only below the login guard, which has loaded it. */
export function useMe(): Me {
  return useSuspenseQuery(meQuery()).data
}

export function useUpdateMe() {
  return useMutation({
    mutationFn: async ({ version, profile }: { version: number; profile: ProfileChange }) => {
      await http.PUT('/users/me', { params: { header: ifMatch(version) }, body: profile })
    },
    // After a refused save the form waits for this, to show the other change.
    onSettled: () => queryClient.invalidateQueries({ queryKey: meQuery().queryKey }),
  })
}

/** Stores the language for mails and other devices. The screen has switched already, so a failure is not reported. */
export function useUpdateLanguage() {
  return useMutation({
    meta: { ownErrors: 'all' },
    mutationFn: async (locale: Locale) => {
      await http.PUT('/users/me/language', { body: { locale } })
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: meQuery().queryKey }),
  })
}
