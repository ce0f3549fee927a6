import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { $api } from './client'
import { useMe } from './me'
import type { components } from './schema'

export type SubstanceRow = components['schemas']['SubstanceRow']
export type Substance = components['schemas']['SubstanceOutputBody']
export type SubstanceSheet = components['schemas']['SubstanceSheet']
export type StatedLimit = components['schemas']['StatedLimit']
export const substanceOrders = ['sheets', 'cas_number', 'name'] as const
export type SubstanceOrder = (typeof substanceOrders)[number]

const options = { placeholderData: keepPreviousData, staleTime: 0, meta: { ownErrors: 'all' } } as const

/** A page of the substances of the company's sheets. */
export function useSubstances(q: string, order: SubstanceOrder, page: number) {
  const id = useMe().company_id
  return useQuery($api.queryOptions('get', '/companies/{id}/substances', { params: { path: { id }, query: { q: q.trim() || undefined, order_by: order, page, limit: 50 } } }, options))
}

/** A substance: where it is used, the laws that name it, its limits and classification. */
export function useSubstance(cas: string) {
  const id = useMe().company_id
  return useQuery($api.queryOptions('get', '/companies/{id}/substances/{cas}', { params: { path: { id, cas } } }, { staleTime: 0, meta: { ownErrors: 'all' } }))
}

/** A page of the sheets whose products contain a substance; only those that state a limit or a category, by its key. */
export function useSubstanceSheets(cas: string, page: number, stating: { limit?: string; category?: string } = {}) {
  const id = useMe().company_id
  const query = { page, limit: 25, exposure_limit: stating.limit, ghs_category: stating.category }
  return useQuery($api.queryOptions('get', '/companies/{id}/substances/{cas}/sdses', { params: { path: { id, cas }, query } }, options))
}
