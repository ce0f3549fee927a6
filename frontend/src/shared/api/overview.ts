import { useQuery } from '@tanstack/react-query'
import { $api } from './client'
import { useMe } from './me'
import type { components, operations } from './schema'

export type Figure = components['schemas']['Figure']
export type Overview = operations['getOverview']['responses'][200]['content']['application/json']

/** The company's sheets in numbers, each with the filter that lists the same sheets. */
export const useOverview = () =>
  useQuery($api.queryOptions('get', '/companies/{id}/overview', { params: { path: { id: useMe().company_id } } }, { meta: { ownErrors: 'all' }, refetchOnWindowFocus: true }))
