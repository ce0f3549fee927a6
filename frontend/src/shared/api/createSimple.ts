import { useEffect, useRef } from 'react'
import { http } from './client'
import { useMe } from './me'
import type { components } from './schema'
import { send } from './send'
import { useMutation } from './useMutation'

export type CreateSimplesRequest = components['schemas']['CreateSimplesBody']
export type CreateSimpleVersion = CreateSimplesRequest['version']

/** The file name given by the API (RFC 8187). */
function fileName(disposition: string | null): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  try {
    return encoded && decodeURIComponent(encoded)
  } catch {
    return undefined
  }
}

/** Fetches a sheet's workbook for CREATE-SIMPLE; null if cancelled, also by leaving the page. */
export function useCreateSimple(sheetId: string) {
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const mutation = useMutation({
    meta: { ownErrors: 'all' },
    mutationFn: async (version: CreateSimpleVersion) => {
      const { signal } = (running.current = new AbortController())
      try {
        const { data, response } = await http.GET(version === 3 ? '/create_simple/v3/{x}' : '/create_simple/{x}', { params: { path: { x: sheetId } }, parseAs: 'blob', signal })
        return { content: data as unknown as Blob, name: fileName(response.headers.get('Content-Disposition')) ?? `CREATE-SIMPLE_v${version}.xlsx` }
      } catch (failure) {
        if (signal.aborted) return null
        throw failure
      }
    },
  })
  return { ...mutation, cancel: () => running.current?.abort() }
}

/** Starts the job that makes workbooks for CREATE-SIMPLE; returns its id. */
export function useStartCreateSimples() {
  const id = useMe().company_id
  return useMutation({
    meta: { invalidates: ['jobs'] },
    mutationFn: async (body: CreateSimplesRequest) => (await send(http.POST('/companies/{id}/create_simple', { params: { path: { id } }, body }))).job_id,
  })
}
