import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { $api, http, ifMatch } from './client'
import { useMe } from './me'
import { invalidate, queryClient, readNow } from './queryClient'
import type { components, operations } from './schema'
import { send } from './send'
import { useMutation } from './useMutation'

export type SheetRow = components['schemas']['SheetRow']
export type SheetPage = components['schemas']['ListOutputBody']
export type WholeSheet = components['schemas']['WholeSheet']
export type Section = components['schemas']['Section']
export type Group = components['schemas']['Group']
export type Row = components['schemas']['Row']
export type Field = components['schemas']['Field']
export type Value = components['schemas']['Value']
export type Quantity = components['schemas']['Quantity']
export type Source = components['schemas']['Source']
export type Box = components['schemas']['Box']
export type Finding = components['schemas']['FindingView']
export type FieldEdit = components['schemas']['FieldEdit']
export type SheetEdit = components['schemas']['EditInputBody']
export type Edit = components['schemas']['Edit']
export type Change = components['schemas']['Change']
export type StatusGroup = SheetRow['status_group']
export type RevisionStatus = SheetRow['revision_status']
export type SheetsQuery = NonNullable<operations['listSheets']['parameters']['query']>

/** Polling intervals of a list or a sheet while an analysis runs, and just after an upload, in milliseconds. */
const live = { running: 700, fresh: 500, freshFor: 10_000, failing: 5_000 }

let lastRegistration = 0

const listPath = '/companies/{id}/sdses'
const sheetPath = '/companies/{id}/sdses/{sdsId}'
const editsPath = '/companies/{id}/sdses/{sdsId}/edit_histories'
const lawsPath = '/companies/{id}/sdses/{sdsId}/laws'
const likePath = '/companies/{id}/sdses/revision_candidates'

/** A page of the sheets that match the query; polled while sheets are being analyzed. */
export const sheetsQuery = (companyId: string, query: SheetsQuery) =>
  $api.queryOptions(
    'get',
    listPath,
    { params: { path: { id: companyId }, query } },
    {
      placeholderData: keepPreviousData,
      // A list that is read before its screen is drawn is not read twice, on a slow device either.
      staleTime: 5_000,
      refetchOnWindowFocus: true,
      refetchInterval: ({ state }) => {
        const fresh = Date.now() - lastRegistration < live.freshFor
        if (!fresh && (state.data?.in_progress ?? 0) === 0) return false
        // A failing server is polled less often.
        if (state.status === 'error') return live.failing
        return fresh ? live.fresh : live.running
      },
    },
  )

/** The pages of sheets as last read. */
export const sheetPages = () => queryClient.getQueriesData<SheetPage>({ queryKey: ['get', listPath] })

/** A page of sheets; none without a query. */
export const useSheets = (query: SheetsQuery | undefined) => useQuery({ ...sheetsQuery(useMe().company_id, query ?? {}), enabled: query !== undefined })

/** A sheet with its sections, values and sources; polled while it is being analyzed. */
export const sheetQuery = (companyId: string, sheetId: string) =>
  $api.queryOptions(
    'get',
    sheetPath,
    { params: { path: { id: companyId, sdsId: sheetId } } },
    {
      // A sheet that is read as it is opened is not read twice, on a slow device either.
      staleTime: 10_000,
      refetchOnWindowFocus: true,
      meta: { ownErrors: [404] },
      refetchInterval: ({ state }) => (state.data && isInProgress(state.data.status_group) ? live.running : false),
    },
  )

export const useSheet = (sheetId: string) => useQuery(sheetQuery(useMe().company_id, sheetId))

/** Whether the pipeline is working on a sheet. */
export const isInProgress = (group: StatusGroup) => group === 'pre_analysis' || group === 'analyzing'

/** The changes of a sheet, newest first. A missing option (402) is reported in place of the history. */
export const sheetEditsQuery = (companyId: string, sheetId: string) =>
  $api.queryOptions('get', editsPath, { params: { path: { id: companyId, sdsId: sheetId } } }, { staleTime: 0, meta: { ownErrors: [402] } })

export const useSheetEdits = (sheetId: string) =>
  useQuery({ ...sheetEditsQuery(useMe().company_id, sheetId), select: ({ items }) => items.toSorted((a, b) => b.at.localeCompare(a.at)) })

/** A link to the PDF, valid for five minutes. */
export async function sheetPdfUrl(companyId: string, sheetId: string, inline: boolean, signal?: AbortSignal): Promise<string> {
  const path = { id: companyId, sdsId: sheetId }
  return (await send(http.GET('/companies/{id}/sds/{sdsId}/pdf', { params: { path, query: { inline } }, signal }))).url
}

/**
 * The bytes of the PDF. They never change for a file (its hash is part of the key), and are fetched at
 * once: the link would have expired when a later page is needed.
 */
export const sheetPdfQuery = (companyId: string, sheetId: string, hash: string) =>
  queryOptions({
    queryKey: ['pdf', companyId, sheetId, hash],
    staleTime: Infinity,
    gcTime: 60_000,
    meta: { ownErrors: 'all' },
    queryFn: async ({ signal }) => {
      const response = await fetch(await sheetPdfUrl(companyId, sheetId, true, signal), { signal })
      if (!response.ok) throw new Error(`the PDF answered ${response.status}`)
      return new Uint8Array(await response.arrayBuffer())
    },
  })

/** Why the PDF of a sheet is not delivered: malware was found, or the scan is running. Null if it is delivered. */
export function closedScan({ scan }: WholeSheet['file']) {
  return scan === undefined || scan === 'clean' ? null : scan
}

/** Begins to read a sheet, and its PDF if it is shown at once, while the screen that shows them is made, which reports failures. */
export async function readOpening(companyId: string, sheetId: string, withPdf: boolean): Promise<void> {
  const sheet = await queryClient.fetchQuery(sheetQuery(companyId, sheetId)).catch(() => null)
  if (withPdf && sheet && !closedScan(sheet.file)) await queryClient.prefetchQuery(sheetPdfQuery(companyId, sheetId, sheet.file.sha256))
}

/** New sheets were registered: the lists show them at once and poll more often. */
export function sheetsRegistered(): void {
  lastRegistration = Date.now()
  void invalidate('sheets')
}

/** Saves a batch of edits. Every failure is shown by the form, beside the input. */
export function useEditSheet(sheetId: string) {
  const companyId = useMe().company_id
  return useMutation({
    meta: { ownErrors: 'all' },
    mutationFn: ({ version, edit }: { version: number; edit: SheetEdit }) =>
      send(http.PUT(sheetPath, { params: { path: { id: companyId, sdsId: sheetId }, header: ifMatch(version) }, body: edit })),
    onSuccess: async sheet => {
      const { queryKey } = sheetQuery(companyId, sheetId)
      // A read under way may answer with the sheet as it was before.
      await queryClient.cancelQueries({ queryKey, exact: true })
      queryClient.setQueryData(queryKey, sheet)
      // The answer is the sheet: the form does not wait for the rest.
      for (const path of [editsPath, lawsPath, likePath]) void queryClient.invalidateQueries({ queryKey: ['get', path] })
      void invalidate('sheets')
    },
  })
}

/** A sheet as currently stored. */
export const readSheet = (companyId: string, sheetId: string) => readNow(sheetQuery(companyId, sheetId))

/** Requests another analysis; confirmed and edited values stay. */
export function useReanalyseSheet() {
  return useMutation({
    meta: { invalidates: ['sheet', 'sheets'] },
    mutationFn: ({ sheetId, comment }: { sheetId: string; comment: string }) => send(http.POST('/sdses/{sdsId}/reanalysis', { params: { path: { sdsId: sheetId } }, body: { comment } })),
    onMutate: () => {
      lastRegistration = Date.now()
    },
  })
}
