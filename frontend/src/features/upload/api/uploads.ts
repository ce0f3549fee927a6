import { http } from '@/shared/api/client'
import type { components } from '@/shared/api/schema'

export type UploadLink = components['schemas']['UploadLink']
export type FileToSend = components['schemas']['FileToSend']
export type Registered = components['schemas']['Registered']

/** Forms by which the files are sent to the bucket, one per file, in the same order. */
export async function requestLinks(companyId: string, files: FileToSend[]): Promise<UploadLink[]> {
  const { data } = await http.POST('/companies/{id}/get_signed_url', { params: { path: { id: companyId } }, body: { files } })
  return data?.items ?? []
}

/** Registers uploads as sheets and starts their analysis. The same key registers them once, however often it is sent. */
export async function registerSheets(companyId: string, departmentIds: string[], uploadIds: string[], key: string): Promise<Registered[]> {
  const { data } = await http.POST('/companies/{id}/sdses', {
    params: { path: { id: companyId }, header: { 'Idempotency-Key': key } },
    body: { department_id_list: departmentIds, sds_list: uploadIds.map(id => ({ upload_id: id })) },
  })
  return data?.items ?? []
}
