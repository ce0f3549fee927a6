import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { $api } from './client'
import { useMe } from './me'
import type { components } from './schema'

/** The verdicts of a check of a product against a class of a law, strongest first. */
export const verdicts = ['applies', 'requires_context', 'scheduled', 'unknown', 'below_threshold', 'not_listed'] as const
export type Verdict = (typeof verdicts)[number]

export type Laws = components['schemas']['LawsOutputBody']
export type Law = components['schemas']['LawView']
export type Name = components['schemas']['LawName']
export type Content = components['schemas']['Content']
export type Part = components['schemas']['Part']
export type Input = components['schemas']['Input']
export type Proof = components['schemas']['Proof']
export type SheetLaws = components['schemas']['SheetLawsOutputBody']
export type Duty = components['schemas']['DutyView']
export type LawPart = components['schemas']['LawOutputBody']
export type Due = components['schemas']['DueView']
export type SheetNumbers = components['schemas']['SheetNumbers']
export type NumberTable = components['schemas']['NumberTable']
export type Comparison = components['schemas']['ComparedLawRow']

const lawsPath = '/laws'
const lawPath = '/laws/{id}'
const sheetLawsPath = '/companies/{id}/sdses/{sdsId}/laws'

/** The laws with their categories and classes. They change only with a release of the server. */
export function useLaws() {
  return useQuery($api.queryOptions('get', lawsPath, {}, { staleTime: Infinity, meta: { ownErrors: 'all' } }))
}

/** The dates after today on which an announced change of a law begins. */
export function announcedDays(laws: Laws | undefined): string[] {
  const days = laws?.laws.flatMap(({ categories }) => categories.flatMap(({ versions }) => versions.filter(({ state }) => state === 'announced').map(({ from }) => from))) ?? []
  return [...new Set(days)].sort()
}

/** A page of the statutory substances of a law, a category or a class. */
export function useLawEntries(id: number | undefined, q: string, page: number) {
  return useQuery({
    ...$api.queryOptions(
      'get',
      lawPath,
      { params: { path: { id: String(id ?? 0) }, query: { q: q.trim() || undefined, page, limit: 50 } } },
      { placeholderData: keepPreviousData, staleTime: Infinity, meta: { ownErrors: 'all' } },
    ),
    enabled: id !== undefined,
  })
}

/** A law, a category or a class with its versions, duties and a page of its entries; `from` restricts to those that begin on a day. */
export function useLaw(id: string | undefined, q: string, from: string, page: number) {
  return useQuery({
    ...$api.queryOptions(
      'get',
      lawPath,
      { params: { path: { id: id ?? '' }, query: { q: q.trim() || undefined, from: from || undefined, page, limit: 50 } } },
      { placeholderData: keepPreviousData, staleTime: Infinity, meta: { ownErrors: 'all' } },
    ),
    enabled: id !== undefined,
  })
}

/** The laws that apply to a sheet on a date (empty: today); `all` includes unlisted ones. */
export function useSheetLaws(sheetId: string, asOf: string, all: boolean) {
  const id = useMe().company_id
  return useQuery(
    $api.queryOptions(
      'get',
      sheetLawsPath,
      { params: { path: { id, sdsId: sheetId }, query: { as_of: asOf || undefined, all: all || undefined } } },
      { placeholderData: keepPreviousData, staleTime: 0, meta: { ownErrors: 'all' } },
    ),
  )
}
