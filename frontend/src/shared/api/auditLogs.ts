import { useInfiniteQuery } from '@tanstack/react-query'
import { http } from './client'
import { useMe } from './me'
import type { components, operations } from './schema'
import { send } from './send'
import { useMutation } from './useMutation'

export type AuditRecord = components['schemas']['AuditRecord']
export type AuditCategory = AuditRecord['category']
export type AuditVerification = components['schemas']['AuditVerification']
export type AuditFilter = Pick<NonNullable<operations['listAuditLogs']['parameters']['query']>, 'from' | 'to' | 'user_id' | 'by' | 'category' | 'address' | 'steps'>

const path = '/companies/{id}/audit_logs'

/** How many records are read at a time. */
export const auditPageSize = 50

/** The records of the audit log that a filter admits, the latest first, some more with each page. */
export function useAuditLogs(filter: AuditFilter) {
  const id = useMe().company_id
  return useInfiniteQuery({
    queryKey: ['get', path, { params: { path: { id }, query: filter } }],
    queryFn: ({ pageParam, signal }) => send(http.GET(path, { params: { path: { id }, query: { ...filter, limit: auditPageSize, ...(pageParam && { cursor: pageParam }) } }, signal })),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    staleTime: 0,
  })
}

/** Fetches the records as a CSV file. */
export function useAuditFile() {
  const id = useMe().company_id
  return useMutation({
    meta: { invalidates: ['auditLogs'] },
    mutationFn: async (filter: AuditFilter) => {
      const { data, response } = await http.GET(`${path}/csv`, { params: { path: { id }, query: filter }, parseAs: 'blob' })
      const name = /filename="?([^";]+)"?/i.exec(response.headers.get('Content-Disposition') ?? '')?.[1]
      return { content: data as unknown as Blob, name: name ?? 'audit_log.csv' }
    },
  })
}

/** Compares all records with their seals. */
export function useAuditVerification() {
  const id = useMe().company_id
  return useMutation({ mutationFn: () => send(http.GET(`${path}/verification`, { params: { path: { id } } })) })
}

