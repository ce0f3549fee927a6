import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { $api, http } from './client'
import { useMe } from './me'
import { invalidate } from './queryClient'
import type { components } from './schema'
import { send } from './send'
import { useMutation } from './useMutation'

/** A sheet that is probably a version of another, or the same file. */
export type LikeSheet = components['schemas']['LikeSheet']
export type LikeSheets = components['schemas']['LikeSheets']
/** A sheet with what tells its versions apart. */
export type ComparedSheet = Omit<LikeSheets, 'status_group' | 'reason' | 'pending' | 'sds_list'>

/** Polling intervals while sheets are being read, and when the server fails, in milliseconds. */
const polls = { pending: 2_000, failing: 10_000 }

/** The sheets that resemble some of the company's, asked again until all of these are read; a failure is silent: it is but a hint. */
export const likeSheetsQuery = (companyId: string, ids: readonly string[]) =>
  $api.queryOptions(
    'get',
    '/companies/{id}/sdses/revision_candidates',
    { params: { path: { id: companyId }, query: { sds_ids: [...ids] } } },
    {
      // Those of a sheet that is read as it is opened are not read twice.
      staleTime: 10_000,
      meta: { ownErrors: 'all' },
      refetchInterval: ({ state }) => (state.status === 'error' ? polls.failing : state.data?.items.some(({ pending }) => pending) ? polls.pending : false),
    },
  )

export function useLikeSheets(ids: readonly string[], enabled = true) {
  return useQuery({
    ...likeSheetsQuery(useMe().company_id, ids),
    // While more files are registered, those before stay.
    placeholderData: keepPreviousData,
    enabled: enabled && ids.length > 0,
  })
}

const changed = ['sheet', 'sheets'] as const

/** Makes a registered sheet the newer version of another. A refusal is shown by the dialog. */
export function useJoinVersions() {
  const id = useMe().company_id
  return useMutation({
    meta: { ownErrors: 'all', invalidates: changed },
    mutationFn: ({ newer, older }: { newer: string; older: string }) =>
      send(http.PUT('/companies/{id}/sdses/{sdsId}/older_version', { params: { path: { id, sdsId: newer } }, body: { older_id: older } })),
  })
}

/** Makes a sheet another one than its older versions. */
export async function separateVersions(companyId: string, newer: string): Promise<void> {
  await send(http.DELETE('/companies/{id}/sdses/{sdsId}/older_version', { params: { path: { id: companyId, sdsId: newer } } }))
  await invalidate(...changed)
}

/** States that a sheet is not a version of another. */
export function useDismissLikeSheet() {
  const id = useMe().company_id
  return useMutation({
    meta: { invalidates: ['sheet'] },
    mutationFn: ({ sheet, unrelated }: { sheet: string; unrelated: string }) =>
      send(http.PUT('/companies/{id}/sdses/{sdsId}/unrelated_sdses', { params: { path: { id, sdsId: sheet } }, body: { sds_ids: [unrelated] } })),
  })
}
