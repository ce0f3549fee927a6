import { useQuery } from '@tanstack/react-query'
import { $api } from './client'
import { useMe } from './me'
import type { components } from './schema'

export type SheetChanges = components['schemas']['ChangesOutputBody']
export type ChangedValue = components['schemas']['ChangedValue']

/** What a version of a sheet changes compared with another one of it. */
export function useSheetChanges(sheetId: string, since: string) {
  const id = useMe().company_id
  return useQuery({
    ...$api.queryOptions('get', '/companies/{id}/sdses/{sdsId}/changes', { params: { path: { id, sdsId: sheetId }, query: { since } } }, { staleTime: 0, meta: { ownErrors: 'all' } }),
    enabled: since !== '',
  })
}
