import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { $api, http, ifMatch } from './client'
import { ApiError } from './error'
import { refreshJobs } from './jobs'
import { useMe } from './me'
import { queryClient } from './queryClient'
import type { components, operations } from './schema'

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
    queryFn: async ({ signal }) => {
      const { data } = await http.POST('/dynamic_lists/preview', { body, signal })
      if (!data) throw new TypeError('the answer has no body')
      return data
    },
  })
}

/** Reads all checklists and their results again. */
export async function refreshChecklists(): Promise<void> {
  await Promise.all([listsPath, listPath, historyPath, resultsPath].map(path => queryClient.invalidateQueries({ queryKey: ['get', path] })))
}

/** A checklist as currently stored. */
export async function readChecklist(listId: string): Promise<Checklist> {
  const { data } = await http.GET(listPath, { params: { path: { listId } } })
  if (!data) throw new TypeError('the answer has no body')
  return data
}

/** Creates, requests and edits checklists. Every failure is reported by the form, which keeps the input. */
export function useSaveChecklist() {
  const meta = { ownErrors: 'all' } as const
  const onSettled = () => void refreshChecklists()
  const create = useMutation({
    meta,
    onSettled,
    mutationFn: async (body: ChecklistInput) => {
      const { data } = await http.POST(listsPath, { body })
      if (!data) throw new TypeError('the answer has no body')
      return data
    },
  })
  const request = useMutation({
    meta,
    onSettled,
    mutationFn: async (body: ChecklistRequest) => {
      const { data } = await http.POST('/dynamic_lists/request', { body })
      if (!data) throw new TypeError('the answer has no body')
      return data
    },
  })
  const update = useMutation({
    meta,
    onSettled,
    mutationFn: async ({ list, input }: { list: Checklist; input: ChecklistInput }) => {
      const { data } = await http.PUT(listPath, { params: { path: { listId: list.id }, header: ifMatch(list.version) }, body: input })
      if (!data) throw new TypeError('the answer has no body')
      return data
    },
  })
  return { create, request, update }
}

/** Suspends, resumes and deletes checklists. */
export function useChecklistChanges() {
  const onSettled = () => refreshChecklists()
  const inParts = (path: '/dynamic_lists/suspend' | '/dynamic_lists/resume') => async (ids: string[]) => {
    for (let i = 0; i < ids.length; i += atOnce) await http.PUT(path, { body: { dynamic_list_ids: ids.slice(i, i + atOnce) } })
  }
  const suspend = useMutation({ onSettled, mutationFn: inParts('/dynamic_lists/suspend') })
  const resume = useMutation({ onSettled, mutationFn: inParts('/dynamic_lists/resume') })
  const remove = useMutation({
    onSettled,
    mutationFn: async (list: Checklist) => {
      await http.DELETE(listPath, { params: { path: { listId: list.id } } })
    },
  })
  return { suspend, resume, remove }
}

export interface ResultChange {
  judgement: Judgement
  note: string
  excluded?: boolean
}

/** Reviews, rechecks and excludes results of a checklist. Conflicts (409, 412) are reported by the form. */
export function useResultChanges(listId: string) {
  const onSettled = () => refreshChecklists()
  const judge = useMutation({
    onSettled,
    meta: { ownErrors: [409, 412] as const },
    mutationFn: async ({ result, change }: { result: Result; change: ResultChange }) => {
      await http.PUT(resultPath, { params: { path: { listId, resultId: result.id }, header: ifMatch(result.version) }, body: change })
    },
  })
  const recheck = useMutation({
    onSettled,
    mutationFn: async (sheetId: string) => {
      const { data } = await http.POST(resultPath, { params: { path: { listId, resultId: sheetId } } })
      if (!data) throw new TypeError('the answer has no body')
      return data
    },
  })
  const exclude = useMutation({
    onSettled,
    mutationFn: async (result: Result) => {
      await http.DELETE(resultPath, { params: { path: { listId, resultId: result.id } } })
    },
  })
  return { judge, recheck, exclude }
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
async function startExport(listId: string, body: ExportQuery): Promise<{ jobId: string }> {
  const { data } = await http.POST(exportPath, { params: { path: { listId } }, body })
  if (!data) throw new TypeError('the answer has no body')
  void refreshJobs()
  return { jobId: data.job_id }
}

/** The file name of a response (RFC 6266). */
export function fileName(disposition: string | null): string | undefined {
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  if (extended) return decodeURIComponent(extended)
  return /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1]
}
