import { useSuspenseQuery } from '@tanstack/react-query'
import type { FormRecord } from '@/shared/lib/formDraft'
import type { Locale } from '@/shared/lib/locale'
import { $api, http, ifMatch } from './client'
import { readNow } from './queryClient'
import type { components } from './schema'
import { send } from './send'
import { useMutation } from './useMutation'

export type Me = components['schemas']['Me']
export type ProfileChange = components['schemas']['ProfileChange']

/** The logged-in user, with role, permissions and departments. */
export const meQuery = () => $api.queryOptions('get', '/users/me', {}, { staleTime: 60_000, meta: { ownErrors: 'all' } })

/** The logged-in user; only below the login guard, which has loaded it. */
export function useMe(): Me {
  return useSuspenseQuery(meQuery()).data
}

/** The name under which this user's input of a form is stored: the kind of the record, and its id. */
export function useFormRecord(kind: string, id = 'new'): FormRecord {
  const me = useMe()
  return { owner: { personId: me.id, companyId: me.company_id }, name: `${kind}:${id}` }
}

/** The logged-in user as currently stored. */
export const readMe = () => readNow(meQuery())

/** Saves the profile. Every failure is shown by the form. */
export function useUpdateMe() {
  return useMutation({
    meta: { ownErrors: 'all', invalidates: ['me'] },
    mutationFn: ({ version, profile }: { version: number; profile: ProfileChange }) => send(http.PUT('/users/me', { params: { header: ifMatch(version) }, body: profile })),
  })
}

/** Stores the language for mails and other devices. The screen has switched already, so a failure is not reported. */
export function useUpdateLanguage() {
  return useMutation({
    meta: { ownErrors: 'all', invalidates: ['me'] },
    mutationFn: (locale: Locale) => send(http.PUT('/users/me/language', { body: { locale } })),
  })
}
