import { bytesOf } from '@/shared/lib/chosenFile'
import { http } from './client'
import { useMe } from './me'
import { invalidate, queryClient } from './queryClient'
import type { components } from './schema'
import { send } from './send'
import { type SheetPage, sheetPages } from './sheets'
import { useMutation } from './useMutation'

type ApiFilters = components['schemas']['Filters']

/** Some sheets: those with the ids, or all that match a filter, with exceptions. */
export type Chosen = { sds_ids: string[] } | { filter: ApiFilters; exclude_ids?: string[] }

type EditBody = components['schemas']['BulkEdit']
/** Departments, tags and assignees that many sheets get and lose. */
export type Filing = Pick<EditBody, 'add_departments' | 'remove_departments' | 'add_tags' | 'remove_tags' | 'add_assignees' | 'remove_assignees'>

/** The number of sheets that one request restores. */
const together = 500

const changes = { invalidates: ['sheets', 'sheet', 'checklists', 'jobs'] } as const

const chunks = (ids: readonly string[]) => Array.from({ length: Math.ceil(ids.length / together) }, (_, i) => ids.slice(i * together, (i + 1) * together))

/** Shows tags of named sheets at once, wherever a list has them; returns how to take it back. */
function showTags(chosen: Chosen, { add_tags: added = [], remove_tags: removed = [] }: Filing): () => void {
  if (!('sds_ids' in chosen) || added.length + removed.length === 0) return () => undefined
  const ids = new Set(chosen.sds_ids)
  const tagged = (tags: readonly string[]) => [...tags.filter(id => !removed.includes(id)), ...added.filter(id => !tags.includes(id))]
  const pages = sheetPages()
  for (const [key, page] of pages) {
    if (page) queryClient.setQueryData<SheetPage>(key, { ...page, items: page.items.map(row => (ids.has(row.id) ? { ...row, tag_id_list: tagged(row.tag_id_list) } : row)) })
  }
  return () => pages.forEach(([key, page]) => queryClient.setQueryData(key, page))
}

/** Changes the filing of many sheets, at once or by a job; tags are shown before the answer. Refusals are shown by the form. */
export function useEditSheets() {
  const id = useMe().company_id
  return useMutation({
    meta: { ...changes, ownErrors: 'all' },
    mutationFn: ({ chosen, count, filing, skip }: { chosen: Chosen; count: number; filing: Filing; skip: boolean }) =>
      send(http.PATCH('/companies/{id}/sdses/batch_edit', { params: { path: { id } }, body: { ...chosen, ...filing, expected_count: count, skip_denied: skip } })),
    onMutate: ({ chosen, filing }) => ({ takeBack: showTags(chosen, filing) }),
    onError: (_error, _variables, shown) => shown?.takeBack(),
  })
}

/** The sheets deleted here and not restored: a list may show them a little longer. */
const deletedHere = new Set<string>()

export const isDeletedHere = (id: string) => deletedHere.has(id)

/** Forgets them, once a job has restored an unknown number of them. */
export const forgetDeletedHere = () => deletedHere.clear()

/** The number of sheets that the user has seen a filter find. Of named ones, some may have been deleted meanwhile. */
const expected = (chosen: Chosen, count: number) => ('filter' in chosen ? count : undefined)

/** Deletes sheets: those deleted now, or the job that deletes them. Refusals are shown by the dialog. */
export function useDeleteSheets() {
  const id = useMe().company_id
  return useMutation({
    meta: { ...changes, ownErrors: [400, 409] },
    mutationFn: async ({ chosen, count, skip = false, onProgress }: { chosen: Chosen; count: number; skip?: boolean; onProgress?: (done: number) => void }) => {
      const deleted: string[] = []
      for (;;) {
        // The number is that of the first request; the next ones find those that are left.
        const expected_count = deleted.length === 0 ? expected(chosen, count) : undefined
        const answer = await send(http.PUT('/companies/{id}/sdses/delete', { params: { path: { id } }, body: { ...chosen, expected_count, skip_denied: skip } }))
        deleted.push(...answer.deleted_ids)
        for (const one of answer.deleted_ids) deletedHere.add(one)
        onProgress?.(deleted.length)
        if (answer.job_id || answer.remaining === 0 || answer.deleted === 0) return { deleted, skipped: answer.skipped, job: answer.job_id }
      }
    },
  })
}

/** Restores deleted sheets, whatever screen is shown by then. */
export async function restoreSheets(companyId: string, ids: readonly string[]): Promise<void> {
  try {
    for (const sds_ids of chunks(ids)) {
      await send(http.PUT('/companies/{id}/sdses/restore', { params: { path: { id: companyId } }, body: { sds_ids } }))
      for (const id of sds_ids) deletedHere.delete(id)
    }
  } finally {
    await invalidate(...changes.invalidates)
  }
}

/** Restores deleted sheets. */
export function useRestoreSheets() {
  const id = useMe().company_id
  return useMutation({ mutationFn: (ids: readonly string[]) => restoreSheets(id, ids) })
}

/** Starts a job that restores all deleted sheets that match a filter, with exceptions. Refusals are shown by the dialog. */
export function useRestoreMatching() {
  const id = useMe().company_id
  return useMutation({
    meta: { ...changes, ownErrors: [400, 409, 429] },
    mutationFn: ({ matching, count, skip }: { matching: Extract<Chosen, { filter: unknown }>; count: number; skip: boolean }) =>
      send(http.POST('/companies/{id}/sdses/restoration', { params: { path: { id } }, body: { ...matching, expected_count: count, skip_denied: skip } })),
  })
}

/** Starts a job that has sheets analyzed again. Refusals are shown by the dialog. */
export function useReanalyseSheets() {
  const id = useMe().company_id
  return useMutation({
    meta: { ...changes, ownErrors: [400, 409, 429] },
    mutationFn: ({ chosen, count, comment, skip }: { chosen: Chosen; count: number; comment: string; skip: boolean }) =>
      send(http.POST('/companies/{id}/sdses/reanalysis', { params: { path: { id } }, body: { ...chosen, comment, expected_count: expected(chosen, count), skip_denied: skip } })),
  })
}

export type CsvCheck = components['schemas']['PatchBody']

/** Checks a CSV file of edits, or makes its changes: all of them, or none. */
export function useCsvEdit() {
  const id = useMe().company_id
  return useMutation({
    meta: { ...changes, ownErrors: 'all' },
    mutationFn: async ({ file, dry }: { file: File; dry: boolean }) =>
      send(http.PATCH('/companies/{id}/sdses/batch_patch', { params: { path: { id } }, body: { file: base64(await bytesOf(file)), dry_run: dry } })),
  })
}

/** Bytes as a request has them. */
function base64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  return btoa(text)
}
