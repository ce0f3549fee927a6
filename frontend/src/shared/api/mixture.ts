import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { $api } from './client'
import { useMe } from './me'
import type { components } from './schema'

export type Mixture = components['schemas']['MixtureOutputBody']
export type MixtureResult = components['schemas']['MixtureResult']
export type MixtureStep = components['schemas']['MixtureStep']
export type MixtureTerm = components['schemas']['MixtureTerm']
export type MixtureReason = components['schemas']['MixtureReason']
export type MixtureIngredient = components['schemas']['MixtureIngredient']
export type MixtureCategory = components['schemas']['MixtureCategory']

/** The classification of a sheet's mixture by its ingredients. */
export function useMixture(sheetId: string) {
  const id = useMe().company_id
  return useQuery(
    $api.queryOptions(
      'get',
      '/companies/{id}/sdses/{sdsId}/mixture',
      { params: { path: { id, sdsId: sheetId } } },
      { placeholderData: keepPreviousData, staleTime: 0, meta: { ownErrors: 'all' } },
    ),
  )
}
