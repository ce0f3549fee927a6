import { useQuery } from '@tanstack/react-query'
import { $api } from './client'
import { useMe } from './me'

/** The users of a company; with their last sign-in and second factor on request. */
export const peopleQuery = (id: string, withAuth = false) => $api.queryOptions('get', '/companies/{id}/users', { params: { path: { id }, ...(withAuth && { query: { fetchAuthInfo: true } }) } })

/** All users of the company, by name. */
export function usePeople({ enabled = true } = {}) {
  return useQuery({ ...peopleQuery(useMe().company_id), select: answer => answer.items, enabled })
}
