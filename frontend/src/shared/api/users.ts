import { useQuery } from '@tanstack/react-query'
import { $api } from './client'
import { useMe } from './me'

/** All users of the company, by name. */
export function usePeople() {
  const id = useMe().company_id
  return useQuery({ ...$api.queryOptions('get', '/companies/{id}/users', { params: { path: { id } } }), select: answer => answer.items })
}
