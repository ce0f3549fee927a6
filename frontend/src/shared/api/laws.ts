import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { $api } from './client'
import type { components } from './schema'

/** What a check says of a product and a class of a law; the strongest first. */
export const verdicts = ['applies', 'requires_context', 'scheduled', 'unknown', 'below_threshold', 'not_listed'] as const
export type Verdict = (typeof verdicts)[number]

export type Laws = components['schemas']['LawsOutputBody']
export type Law = components['schemas']['LawView']
export type Name = components['schemas']['LawName']
export type Content = components['schemas']['Content']
export type Part = components['schemas']['Part']
export type Input = components['schemas']['Input']
export type Proof = components['schemas']['Proof']

const lawsPath = '/laws'
const lawPath = '/laws/{id}'

/** The laws with their categories and classes. They change with a release of the server alone. */
export function useLaws() {
  return useQuery($api.queryOptions('get', lawsPath, {}, { staleTime: Infinity, meta: { ownErrors: 'all' } }))
}

/** The days after today on which an announced change of a law begins. */
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
