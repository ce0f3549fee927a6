import { useCallback } from 'react'
import { type Path, useSearchParams } from 'react-router'
import { sheetIn, sheetParam } from './paths'

const place = 'at'
const part = 'tab'

/** Whether an open sheet stays open on a navigation from one address to another. */
export const staysOpen = (id: string) => (from: Path, to: Path) => from.pathname === to.pathname && sheetIn(new URLSearchParams(to.search)) === id

/** The query of an address without the open sheet. */
export function searchWithoutSheet({ search }: Pick<Path, 'search'>): string {
  const rest = new URLSearchParams(search)
  for (const key of [sheetParam, place, part]) rest.delete(key)
  return rest.toString()
}

/** The query of an address with a sheet open, at one of its fields or at its beginning. */
function withSheet(search: URLSearchParams, id: string | null, at?: string): URLSearchParams {
  const next = new URLSearchParams(search)
  next.delete(place)
  next.delete(part)
  if (id === null) next.delete(sheetParam)
  else next.set(sheetParam, id)
  if (id !== null && at !== undefined) next.set(place, at)
  return next
}

/** The address of a sheet beside the current screen. */
export function useSheetAddress(id: string): { search: string } {
  const [search] = useSearchParams()
  return { search: withSheet(search, id).toString() }
}

/**
 * The open sheet, from the URL, and a function to open another (or none), optionally at one of its fields
 * (`3:composition/r1/cas`). Going back closes it again.
 */
export function useOpenSheet(): [id: string | null, open: (id: string | null, at?: string) => void, at: string | null] {
  const [search, setSearch] = useSearchParams()
  const open = useCallback(
    (id: string | null, at?: string) => {
      setSearch(
        previous => withSheet(previous, id, at),
        // Closing is no history entry: Back would open the drawer again.
        { replace: id === null },
      )
    },
    [setSearch],
  )
  return [sheetIn(search), open, search.get(place)]
}

/** A function to replace the open sheet by another, shown in the same tab. Going back closes it. */
export function useStepToSheet(): (id: string) => void {
  const [, setSearch] = useSearchParams()
  return useCallback(
    id => {
      setSearch(
        previous => {
          const next = new URLSearchParams(previous)
          next.delete(place)
          next.set(sheetParam, id)
          return next
        },
        { replace: true },
      )
    },
    [setSearch],
  )
}

/** The tab of the open sheet, stored in the URL; the first one is left out of it. */
export function useSheetTab<T extends string>(tabs: readonly [T, ...T[]]): [T, (tab: T) => void] {
  const [search, setSearch] = useSearchParams()
  const [first] = tabs
  const show = useCallback(
    (tab: T) => {
      setSearch(
        previous => {
          const next = new URLSearchParams(previous)
          if (tab === first) next.delete(part)
          else next.set(part, tab)
          return next
        },
        { replace: true },
      )
    },
    [setSearch, first],
  )
  return [tabs.find(tab => tab === search.get(part)) ?? first, show]
}
