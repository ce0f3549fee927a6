import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { $api, http, ifMatch } from './client'
import { ApiError } from './error'
import { useMe } from './me'
import { queryClient } from './queryClient'
import type { components, operations } from './schema'
import { send } from './send'
import { useMutation } from './useMutation'

export type Checklist = components['schemas']['Checklist']
export type ChecklistPage = components['schemas']['ChecklistListOutputBody']
export type ChecklistInput = components['schemas']['Definition']
export type ChecklistRequest = components['schemas']['ChecklistRequest']
export type ChecklistChange = components['schemas']['ChecklistChange']
export type Target = NonNullable<Checklist['extraction_targets']>[number]
export type Result = components['schemas']['ChecklistResult']
export type ResultPage = components['schemas']['ChecklistResultsOutputBody']
export type ResultsQuery = Omit<NonNullable<operations['listChecklistResults']['parameters']['query']>, 'page' | 'limit'>
export type Judgement = Result['judgement']
export type Preview = components['schemas']['ChecklistPreviewOutputBody']

const listsPath = '/dynamic_lists'
const listPath = '/dynamic_lists/{listId}'
const historyPath = '/dynamic_lists/{listId}/histories'
const resultsPath = '/dynamic_list_results/{listId}'
const resultPath = '/dynamic_list_results/{listId}/{resultId}'
const exportPath = '/dynamic_list_results/{listId}/export'

/** The limit of checklists suspended or resumed in one request. */
const atOnce = 30

/** A page of the company's checklists, latest first. */
export function useChecklists(page: number, limit: number) {
  return useQuery($api.queryOptions('get', listsPath, { params: { query: { page, limit } } }, { placeholderData: keepPreviousData, staleTime: 0, refetchOnWindowFocus: true, meta: { ownErrors: 'all' } }))
}

/** A checklist. A missing one (404) is reported by the page. */
export function useChecklist(listId: string) {
  return useQuery($api.queryOptions('get', listPath, { params: { path: { listId } } }, { staleTime: 0, refetchOnWindowFocus: true, meta: { ownErrors: 'all' } }))
}

/** The changes of a checklist, latest first. */
export function useChecklistHistory(listId: string) {
  return useQuery($api.queryOptions('get', historyPath, { params: { path: { listId } } }, { staleTime: 0, meta: { ownErrors: 'all' } }))
}

/** A page of a checklist's results. */
export function useResults(listId: string, query: ResultsQuery & { page: number; limit: number }) {
  return useQuery(
    $api.queryOptions('get', resultsPath, { params: { path: { listId }, query } }, { placeholderData: keepPreviousData, staleTime: 0, refetchOnWindowFocus: true, meta: { ownErrors: 'all' } }),
  )
}

/** The results that a checklist would have, or its changes on a date. */
export function usePreview(input: ChecklistInput, asOf: string) {
  const body = { ...input, title: input.title || '-', ...(asOf && { as_of: asOf }) }
  return useQuery({
    queryKey: ['preview', body],
    staleTime: 0,
    gcTime: 0,
    retry: false,
    meta: { ownErrors: 'all' as const },
    queryFn: ({ signal }) => send(http.POST('/dynamic_lists/preview', { body, signal })),
  })
}

/** What a request answers; null if it concerns something that has been deleted. */
async function unlessDeleted<T>(request: Promise<T>): Promise<T | null> {
  try {
    return await request
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

/** A checklist as currently stored; null if it has been deleted. */
export const readChecklist = (listId: string): Promise<Checklist | null> => unlessDeleted(send(http.GET(listPath, { params: { path: { listId } } })))

/** Creates, requests and edits checklists. Every failure is reported by the form, which keeps the input. */
export function useSaveChecklist() {
  const meta = { ownErrors: 'all', invalidates: ['checklists'] } as const
  const create = useMutation({ meta, mutationFn: (body: ChecklistInput) => send(http.POST(listsPath, { body })) })
  const request = useMutation({ meta, mutationFn: (body: ChecklistRequest) => send(http.POST('/dynamic_lists/request', { body })) })
  const update = useMutation({
    meta,
    mutationFn: ({ list, input }: { list: Checklist; input: ChecklistInput }) => send(http.PUT(listPath, { params: { path: { listId: list.id }, header: ifMatch(list.version) }, body: input })),
  })
  return { create, request, update }
}

/** Suspends, resumes and deletes checklists. */
export function useChecklistChanges() {
  const meta = { invalidates: ['checklists'] } as const
  const inParts = (path: '/dynamic_lists/suspend' | '/dynamic_lists/resume') => async (ids: string[]) => {
    for (let i = 0; i < ids.length; i += atOnce) await send(http.PUT(path, { body: { dynamic_list_ids: ids.slice(i, i + atOnce) } }))
  }
  const suspend = useMutation({ meta, mutationFn: inParts('/dynamic_lists/suspend') })
  const resume = useMutation({ meta, mutationFn: inParts('/dynamic_lists/resume') })
  const remove = useMutation({ meta, mutationFn: (list: Checklist) => send(http.DELETE(listPath, { params: { path: { listId: list.id }, header: ifMatch(list.version) } })) })
  return { suspend, resume, remove }
}

export interface ResultChange {
  judgement: Judgement
  note: string
  excluded?: boolean
}

const pagesOf = (listId: string) =>
  queryClient.getQueriesData<ResultPage>({
    queryKey: ['get', resultsPath],
    predicate: ({ queryKey }) => (queryKey[2] as { params?: { path?: { listId?: string } } } | undefined)?.params?.path?.listId === listId,
  })

/** A result as currently stored, whether the shown filters still find it or not; null if the sheet or the checklist has been deleted. */
export const readResult = (listId: string, resultId: string): Promise<Result | null> => unlessDeleted(send(http.POST(resultPath, { params: { path: { listId, resultId } } })))

/** Shows a review at once, on every page of results that has it; returns how to take it back. */
function showReview(listId: string, result: Result, { judgement, note, excluded }: ResultChange): () => void {
  const reviewed = { judgement, note, ...(excluded !== undefined && { excluded }) }
  const pages = pagesOf(listId)
  for (const [key, page] of pages) if (page) queryClient.setQueryData<ResultPage>(key, { ...page, items: page.items.map(one => (one.id === result.id ? { ...one, ...reviewed } : one)) })
  return () => pages.forEach(([key, page]) => queryClient.setQueryData(key, page))
}

/** Reviews, rechecks and excludes results of a checklist. Failures of a review are reported by the form. */
export function useResultChanges(listId: string) {
  const invalidates = ['checklists'] as const
  const judge = useMutation({
    meta: { ownErrors: 'all', invalidates },
    mutationFn: ({ result, change }: { result: Result; change: ResultChange }) =>
      send(http.PUT(resultPath, { params: { path: { listId, resultId: result.id }, header: ifMatch(result.version) }, body: change })),
    onMutate: ({ result, change }) => ({ takeBack: showReview(listId, result, change) }),
    onError: (_error, _variables, shown) => shown?.takeBack(),
  })
  const meta = { invalidates }
  const recheck = useMutation({ meta, mutationFn: (sheetId: string) => send(http.POST(resultPath, { params: { path: { listId, resultId: sheetId } } })) })
  const exclude = useMutation({ meta, mutationFn: (result: Result) => send(http.DELETE(resultPath, { params: { path: { listId, resultId: result.id }, header: ifMatch(result.version) } })) })
  const judgeAll = useMutation({
    meta,
    mutationFn: ({ results, change }: { results: readonly Result[]; change: Partial<ResultChange> }) =>
      send(http.POST('/dynamic_list_results/{listId}/judge', { params: { path: { listId } }, body: { sheets: results.map(({ id, version }) => ({ id, version })), ...change } })),
  })
  return { judge, judgeAll, recheck, exclude }
}

export interface ResultsFile {
  content: Blob
  name: string
}

/** The limit of sheets in a direct export; the API refuses more, and files that become too large. */
export const exportedAtOnce = 2000

/** Exports the results of a checklist: a file at once, or, if there are too many, the id of the job that makes it. */
export function useExportResults(listId: string) {
  const fallback = useMe().locale === 'ja-JP' ? 'チェックリスト' : 'checklist'
  return useMutation({
    meta: { invalidates: ['jobs'] },
    mutationFn: async ({ total, ...query }: ExportRequest): Promise<ResultsFile | { jobId: string }> => {
      if (total > exportedAtOnce) return startExport(listId, query)
      try {
        const { data, response } = await http.GET(exportPath, { params: { path: { listId }, query }, parseAs: 'blob' })
        return { content: data as unknown as Blob, name: fileName(response.headers.get('Content-Disposition')) ?? `${fallback}.${query.format}` }
      } catch (failure) {
        if (failure instanceof ApiError && failure.code === 'checklist.export_too_much') return startExport(listId, query)
        throw failure
      }
    },
  })
}

type ExportQuery = ResultsQuery & { format: 'csv' | 'xlsx'; charset: 'utf-8' | 'shift_jis' }
/** The exported results; total is their number of sheets. */
export type ExportRequest = ExportQuery & { total: number }

/** Exports by a job. */
const startExport = async (listId: string, body: ExportQuery): Promise<{ jobId: string }> => ({
  jobId: (await send(http.POST(exportPath, { params: { path: { listId } }, body }))).job_id,
})

/** The file name of a response (RFC 6266). */
export function fileName(disposition: string | null): string | undefined {
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  if (extended) return decodeURIComponent(extended)
  return /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1]
}
