import { useQuery } from '@tanstack/react-query'
import { formOf } from '@/shared/lib/chosenFile'
import { http, ifMatch } from './client'
import { useMe } from './me'
import { peopleQuery } from './people'
import { readNow } from './queryClient'
import type { components } from './schema'
import { send } from './send'
import { useMutation } from './useMutation'

export type User = components['schemas']['User']
export type UserInvitation = components['schemas']['UserInvitation']
export type UserChange = components['schemas']['UserChange']
export type UserUpload = components['schemas']['UserUpload']
export type RoleId = User['role_id']

const listPath = '/companies/{id}/users'
const onePath = '/companies/{id}/users/{userId}'

/** All users of the company with their last sign-in and second factor, as far as the caller may know them. */
export function useUsers() {
  return useQuery({ ...peopleQuery(useMe().company_id, true), staleTime: 0, select: answer => answer.items })
}

/** A user as currently stored; null if they have been removed. */
export async function readUser(companyId: string, userId: string): Promise<User | null> {
  const { items } = await readNow(peopleQuery(companyId))
  return items.find(({ id }) => id === userId) ?? null
}

/** Invites, edits and removes users. Failures of a form are shown by the form. */
export function useUserChanges() {
  const id = useMe().company_id
  const invalidates = ['users', 'me'] as const
  const form = { ownErrors: 'all', invalidates } as const
  const path = (userId: string) => ({ id, userId })
  const invite = useMutation({ meta: form, mutationFn: (body: UserInvitation) => send(http.POST(listPath, { params: { path: { id } }, body })) })
  const edit = useMutation({
    meta: form,
    mutationFn: ({ userId, version, change }: { userId: string; version: number; change: UserChange }) => send(http.PUT(onePath, { params: { path: path(userId), header: ifMatch(version) }, body: change })),
  })
  const suspend = useMutation({
    meta: { invalidates },
    mutationFn: ({ userId, version, suspended }: { userId: string; version: number; suspended: boolean }) =>
      send(http.PUT(onePath, { params: { path: path(userId), header: ifMatch(version) }, body: { is_suspended: suspended } })),
  })
  const resumeMail = useMutation({
    meta: { invalidates: [...invalidates, 'periodicExports'] },
    mutationFn: ({ userId, version }: { userId: string; version: number }) => send(http.PUT(onePath, { params: { path: path(userId), header: ifMatch(version) }, body: { resume_mail: true } })),
  })
  const remove = useMutation({ meta: { invalidates: ['users', 'sheets'] }, mutationFn: (userId: string) => send(http.DELETE(onePath, { params: { path: path(userId) } })) })
  const resend = useMutation({ mutationFn: (userId: string) => send(http.POST('/companies/{id}/users/{userId}/reset-password', { params: { path: path(userId) } })) })
  const signOut = useMutation({ mutationFn: (userId: string) => send(http.POST('/companies/{id}/users/{userId}/sign-out', { params: { path: path(userId) } })) })
  const resetFactors = useMutation({ meta: { ownErrors: 'all', invalidates }, mutationFn: (userId: string) => send(http.POST('/companies/{id}/users/{userId}/reset-second-factors', { params: { path: path(userId) } })) })
  return { invite, edit, suspend, resumeMail, remove, resend, signOut, resetFactors }
}

/** Fetches all users as a CSV file. */
export function useUsersFile() {
  const id = useMe().company_id
  return useMutation({
    mutationFn: async () => {
      const { data, response } = await http.GET('/companies/{id}/users/csv/download', { params: { path: { id } }, parseAs: 'blob' })
      const name = /filename="?([^";]+)"?/i.exec(response.headers.get('Content-Disposition') ?? '')?.[1]
      return { content: data as unknown as Blob, name: name ?? 'users.csv' }
    },
  })
}

/** Invites and changes users by a CSV file, all rows or none. The faults of its rows are shown by the dialog. */
export function useUploadUsers() {
  const id = useMe().company_id
  return useMutation({
    meta: { ownErrors: 'all', invalidates: ['users', 'me'] },
    mutationFn: async (file: File) => {
      const form = await formOf(file)
      return send(http.POST('/companies/{id}/users/csv/upload', { params: { path: { id } }, body: { file: '' }, bodySerializer: () => form }))
    },
  })
}
