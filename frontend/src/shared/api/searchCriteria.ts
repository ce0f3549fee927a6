import { useQuery } from '@tanstack/react-query'
import { $api, http, ifMatch } from './client'
import { useMe } from './me'
import type { components } from './schema'
import { send } from './send'
import { useMutation } from './useMutation'

export type SavedSearch = components['schemas']['SavedSearch']
export type SearchToSave = components['schemas']['SearchToSave']

const listPath = '/companies/{id}/users/{userId}/search-criteria'
const onePath = '/companies/{id}/users/{userId}/search-criteria/{searchCriteriaId}'

/** The user's saved filters, by name. */
export function useSavedSearches() {
  const { company_id: id, id: userId } = useMe()
  return useQuery({ ...$api.queryOptions('get', listPath, { params: { path: { id, userId } } }), select: answer => answer.items })
}

/** Saves, changes and deletes filters. Failures of a name are shown by the form. */
export function useSavedSearchChanges() {
  const { company_id: id, id: userId } = useMe()
  const meta = { invalidates: ['savedSearches'] } as const
  const create = useMutation({
    meta: { ...meta, ownErrors: 'all' },
    mutationFn: (body: SearchToSave) => send(http.POST(listPath, { params: { path: { id, userId } }, body })),
  })
  const edit = useMutation({
    meta: { ...meta, ownErrors: [400, 409] },
    mutationFn: ({ saved, change }: { saved: SavedSearch; change: Partial<SearchToSave> }) =>
      send(
        http.PUT(onePath, {
          params: { path: { id, userId, searchCriteriaId: saved.id }, header: ifMatch(saved.version) },
          body: { name: saved.name, ...change },
        }),
      ),
  })
  const remove = useMutation({ meta, mutationFn: (saved: SavedSearch) => send(http.DELETE(onePath, { params: { path: { id, userId, searchCriteriaId: saved.id } } })) })
  return { create, edit, remove }
}
