import { StorageRefusedError, sendForm } from '@/shared/lib/transfer'
import { http } from './client'
import { useMe } from './me'
import { queryClient } from './queryClient'
import { keysOf } from './resources'
import type { components } from './schema'
import { send } from './send'
import { sheetQuery } from './sheets'
import { useMutation } from './useMutation'

export type Attachment = components['schemas']['Attachment']

const listPath = '/companies/{id}/sdses/{sdsId}/attachments'
const onePath = '/companies/{id}/sdses/{sdsId}/attachments/{attId}'

/** Sends files to the bucket and attaches them to the sheet: all of them, or none. `onSent` receives the bytes sent of each. */
export async function attachFiles(companyId: string, sheetId: string, files: readonly File[], onSent: (file: number, bytes: number) => void, signal: AbortSignal): Promise<void> {
  const path = { id: companyId, sdsId: sheetId }
  const { items } = await send(http.POST('/companies/{id}/sdses/{sdsId}/attachments/get_signed_url', { params: { path }, body: { files: files.map(({ name, size }) => ({ name, size })) }, signal }))
  for (const [i, file] of files.entries()) {
    const form = items[i]
    if (!form) throw new TypeError('the answer has too few forms')
    await sendForm(form, file, bytes => onSent(i, bytes), signal)
  }
  const { version, attachments } = await send(http.POST(listPath, { params: { path }, body: { attachment_ids: items.map(({ attachment_id: id }) => id) }, signal }))
  queryClient.setQueryData(sheetQuery(companyId, sheetId).queryKey, sheet => sheet && { ...sheet, version, attachments, attachment_count: attachments.length })
  for (const queryKey of keysOf(['sheet', 'sheets'])) void queryClient.invalidateQueries({ queryKey })
}

/** Fetches and deletes attachments of a sheet. */
export function useAttachments(sheetId: string) {
  const id = useMe().company_id
  const path = { id, sdsId: sheetId }
  const fetchOne = useMutation({
    meta: { ownErrors: 'all' },
    mutationFn: async ({ id: attId }: Attachment) => {
      const { url } = await send(http.GET(onePath, { params: { path: { ...path, attId } } }))
      const response = await fetch(url)
      if (!response.ok) throw new StorageRefusedError(response.status, '')
      return response.blob()
    },
  })
  const remove = useMutation({
    meta: { ownErrors: 'all', invalidates: ['sheet', 'sheets'] },
    mutationFn: ({ id: attId }: Attachment) => send(http.DELETE(onePath, { params: { path: { ...path, attId } } })),
  })
  return { fetchOne, remove }
}
