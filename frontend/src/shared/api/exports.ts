import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale } from '@/shared/i18n/useLocale'
import { $api, http } from './client'
import { refreshJobs } from './jobs'
import { useMe } from './me'
import type { components, operations } from './schema'

export type ExportRequest = components['schemas']['ExportBody']
type PdfFilter = NonNullable<operations['countDownload']['parameters']['query']>

/** The exports that there are, named in the language of the screen. */
export function useExportOperations() {
  const id = useMe().company_id
  const language = useLocale() === 'ja-JP' ? 'ja' : 'en'
  return useQuery(
    $api.queryOptions('get', '/companies/{id}/sdses/export/operations', { params: { path: { id }, query: { language } } }, { staleTime: Infinity, meta: { ownErrors: 'all' } }),
  )
}

/** Starts the making of a table; answers the job's id. */
export function useStartExport() {
  const id = useMe().company_id
  return useMutation({
    mutationFn: async (body: ExportRequest) => {
      const { data } = await http.POST('/companies/{id}/sdses/export', { params: { path: { id } }, body })
      if (!data) throw new TypeError('the answer has no body')
      return data.job_id
    },
    onSuccess: () => void refreshJobs(),
  })
}

/** How many PDFs a filter has, and how many downloads are left. Any failure is told by the dialog. */
export function usePdfCount(query: PdfFilter) {
  const id = useMe().company_id
  return useQuery(
    $api.queryOptions('get', '/companies/{id}/sdses/download/pdf_count', { params: { path: { id }, query } }, { staleTime: 0, meta: { ownErrors: 'all' } }),
  )
}

/** Starts the making of an archive; answers the job's id. However often it is tried, it starts one download. */
export function useStartPdfs() {
  const id = useMe().company_id
  const [key] = useState(() => crypto.randomUUID())
  return useMutation({
    mutationFn: async (query: PdfFilter) => {
      const { data } = await http.GET('/companies/{id}/sdses/download/pdf', { params: { path: { id }, query, header: { 'Idempotency-Key': key } } })
      if (!data) throw new TypeError('the answer has no body')
      return data.job_id
    },
    onSuccess: () => void refreshJobs(),
  })
}
