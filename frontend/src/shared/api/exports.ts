import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale } from '@/shared/i18n/useLocale'
import { $api, http } from './client'
import { useMe } from './me'
import type { components, operations } from './schema'
import { send } from './send'
import { useMutation } from './useMutation'

export type ExportRequest = components['schemas']['ExportBody']
type PdfFilter = NonNullable<operations['countDownload']['parameters']['query']>

/** The available exports, named in the language of the screen. */
export function useExportOperations() {
  const id = useMe().company_id
  const language = useLocale() === 'ja-JP' ? 'ja' : 'en'
  return useQuery(
    $api.queryOptions('get', '/companies/{id}/sdses/export/operations', { params: { path: { id }, query: { language } } }, { staleTime: Infinity, meta: { ownErrors: 'all' } }),
  )
}

/** Starts the job that makes a table; returns its id. */
export function useStartExport() {
  const id = useMe().company_id
  return useMutation({
    meta: { invalidates: ['jobs'] },
    mutationFn: async (body: ExportRequest) => (await send(http.POST('/companies/{id}/sdses/export', { params: { path: { id } }, body }))).job_id,
  })
}

/** The number of PDFs of a filter, and the remaining downloads. Any failure is reported by the dialog. */
export function usePdfCount(query: PdfFilter, enabled: boolean) {
  const id = useMe().company_id
  return useQuery(
    $api.queryOptions('get', '/companies/{id}/sdses/download/pdf_count', { params: { path: { id }, query } }, { staleTime: 0, enabled, meta: { ownErrors: 'all' } }),
  )
}

/** Starts the job that makes an archive; returns its id. Retries start it only once. */
export function useStartPdfs() {
  const id = useMe().company_id
  const [key] = useState(() => crypto.randomUUID())
  return useMutation({
    meta: { invalidates: ['jobs'] },
    mutationFn: async (query: PdfFilter) => (await send(http.GET('/companies/{id}/sdses/download/pdf', { params: { path: { id }, query, header: { 'Idempotency-Key': key } } }))).job_id,
  })
}
