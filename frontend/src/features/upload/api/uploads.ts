import { http } from '@/shared/api/client'
import type { components } from '@/shared/api/schema'

export type UploadLink = components['schemas']['UploadLink']
export type FileToSend = components['schemas']['FileToSend']
export type NewSheet = components['schemas']['NewSheet']
export type KnownFile = components['schemas']['KnownFile']
export type KnownSheet = components['schemas']['KnownSheet']
export type Registered = components['schemas']['Registered']

/** Forms by which the files are sent to the bucket, one per file, in the same order. */
export async function requestLinks(companyId: string, files: FileToSend[]): Promise<UploadLink[]> {
  const { data } = await http.POST('/companies/{id}/get_signed_url', { params: { path: { id: companyId } }, body: { files } })
  return data?.items ?? []
}

/** Registers uploads as sheets and starts their analysis. The same key registers them once, however often it is sent. */
export async function registerSheets(companyId: string, departmentIds: string[], sheets: NewSheet[], key: string): Promise<Registered[]> {
  const { data } = await http.POST('/companies/{id}/sdses', {
    params: { path: { id: companyId }, header: { 'Idempotency-Key': key } },
    body: { department_id_list: departmentIds, sds_list: sheets },
  })
  return data?.items ?? []
}

/** The files among those with the digests whose content is a sheet's already. */
export async function findKnownFiles(companyId: string, digests: string[]): Promise<KnownFile[]> {
  const { data } = await http.GET('/companies/{id}/sdses/known_files', { params: { path: { id: companyId }, query: { sha256: digests } } })
  return data?.items ?? []
}
