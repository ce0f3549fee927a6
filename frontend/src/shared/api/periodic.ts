import { useQuery } from '@tanstack/react-query'
import { $api, http, ifMatch } from './client'
import { isUnfinished } from './jobs'
import { useMe } from './me'
import { readNow } from './queryClient'
import type { components } from './schema'
import { send } from './send'
import { useMutation } from './useMutation'

export type PeriodicExport = components['schemas']['Setting']
export type NewPeriodicExport = components['schemas']['NewSetting']
export type PeriodicChange = components['schemas']['SettingChange']
export type Person = components['schemas']['Person']

const listPath = '/companies/{id}/periodic_export/settings'
const onePath = '/companies/{id}/periodic_export/settings/{settingId}'

const oneQuery = (id: string, settingId: string) => $api.queryOptions('get', onePath, { params: { path: { id, settingId } } }, { staleTime: 0, meta: { ownErrors: 'all' } })

/** The periodic exports of the company, with their limit. */
export function usePeriodicExports() {
  return useQuery($api.queryOptions('get', listPath, { params: { path: { id: useMe().company_id } } }, { staleTime: 0, refetchOnWindowFocus: true }))
}

/** The users to whom exports can be sent, by name. */
export function useSendableUsers() {
  return useQuery({ ...$api.queryOptions('get', '/companies/{id}/periodic_export/sendable-users', { params: { path: { id: useMe().company_id } } }), select: answer => answer.items })
}

export type PeriodicRun = components['schemas']['PeriodicRun']

/** The runs of a periodic export, the latest first; polled while one is unfinished. */
export function usePeriodicRuns(settingId: string) {
  const id = useMe().company_id
  return useQuery({
    ...$api.queryOptions(
      'get',
      '/companies/{id}/periodic_export/settings/{settingId}/runs',
      { params: { path: { id, settingId } } },
      { staleTime: 0, meta: { ownErrors: 'all' }, refetchInterval: ({ state }) => (state.data?.items.some(isUnfinished) ? 3_000 : false) },
    ),
    select: answer => answer.items,
  })
}

/** A periodic export as currently stored. */
export const readPeriodicExport = (companyId: string, settingId: string) => readNow(oneQuery(companyId, settingId))

/** Adds, changes and deletes periodic exports. Failures of a form are shown by the form. */
export function usePeriodicChanges() {
  const id = useMe().company_id
  const invalidates = ['periodicExports'] as const
  const form = { ownErrors: 'all', invalidates } as const
  const path = (settingId: string) => ({ id, settingId })
  const edit = ({ settingId, version, change }: { settingId: string; version: number; change: PeriodicChange }) =>
    send(http.PATCH(onePath, { params: { path: path(settingId), header: ifMatch(version) }, body: change }))
  return {
    create: useMutation({ meta: form, mutationFn: (body: NewPeriodicExport) => send(http.POST(listPath, { params: { path: { id } }, body })) }),
    edit: useMutation({ meta: form, mutationFn: edit }),
    pause: useMutation({ meta: { invalidates }, mutationFn: edit }),
    run: useMutation({ meta: { invalidates: ['periodicExports', 'jobs'] }, mutationFn: (settingId: string) => send(http.POST('/companies/{id}/periodic_export/settings/{settingId}/run', { params: { path: path(settingId) } })) }),
    remove: useMutation({ meta: { invalidates }, mutationFn: (settingId: string) => send(http.DELETE(onePath, { params: { path: path(settingId) } })) }),
  }
}
