import { useCallback, useMemo } from 'react'
import { type Location, type Path, useLocation, useNavigate } from 'react-router'
import { sheetIn, sheetParam } from './paths'
import { choiceParam, textParam, useUrlState } from './urlState'

const place = 'at'
const part = 'tab'

/** Whether an open sheet stays open on a navigation from one address to another. */
export const staysOpen = (id: string) => (from: Path, to: Path) => from.pathname === to.pathname && sheetIn(new URLSearchParams(to.search)) === id

/** The query of an address without the open sheet. */
export const searchWithoutSheet = ({ search }: Pick<Path, 'search'>) => withSheet(search, null)

/** The query of an address with a sheet open, at one of its fields or at its beginning; null closes it. */
function withSheet(search: string, id: string | null, at?: string): string {
  const next = new URLSearchParams(search)
  next.delete(place)
  next.delete(part)
  if (id === null) next.delete(sheetParam)
  else next.set(sheetParam, id)
  if (id !== null && at !== undefined) next.set(place, at)
  return next.toString()
}

/** What the history's entry of an open sheet knows: the query of the screen that it was opened from, and how many entries below that is. */
interface Opened {
  from: string
  below: number
}

/** What the entry of an address knows, if its sheet was opened from a screen and not by a link. */
const openedIn = ({ state }: Location) => (state as { opened?: Opened } | null)?.opened

/** What the entry of a sheet is to know that is opened at an address. */
function openedAt(here: Location): { opened?: Opened } {
  if (sheetIn(new URLSearchParams(here.search)) === null) return { opened: { from: searchWithoutSheet(here), below: 1 } }
  const former = openedIn(here)
  return former ? { opened: { ...former, below: former.below + 1 } } : {}
}

/** A link to a sheet beside the current screen. */
export function useSheetAddress(id: string): { to: { search: string }; state: unknown } {
  const here = useLocation()
  return { to: { search: withSheet(here.search, id) }, state: openedAt(here) }
}

/** The open sheet, from the URL, and a function to open another, optionally at one of its fields (`3:composition/r1/cas`). Going back closes it again. */
export function useOpenSheet(): [id: string | null, open: (id: string, at?: string) => void, at: string | null] {
  const here = useLocation()
  const navigate = useNavigate()
  const open = useCallback((id: string, at?: string) => void navigate({ search: withSheet(here.search, id, at) }, { state: openedAt(here) }), [here, navigate])
  const search = new URLSearchParams(here.search)
  return [sheetIn(search), open, search.get(place)]
}

/**
 * A function to close the open sheet. It goes back to the entry of the screen below, so that neither Back opens the sheet
 * again nor a step of Back changes nothing. One that was opened by a link, or whose list was paged meanwhile, has none below.
 */
export function useCloseSheet(): () => void {
  const here = useLocation()
  const navigate = useNavigate()
  return useCallback(() => {
    const opened = openedIn(here)
    const search = searchWithoutSheet(here)
    if (opened?.from === search) void navigate(-opened.below)
    else void navigate({ search }, { replace: true })
  }, [here, navigate])
}

const sheetParams = { [sheetParam]: textParam(), [place]: textParam() }

/** A function to replace the open sheet by another, shown in the same tab. Going back closes it. */
export function useStepToSheet(): (id: string) => void {
  const [, patch] = useUrlState(sheetParams)
  return useCallback(id => patch({ [sheetParam]: id, [place]: '' }, { replace: true }), [patch])
}

/** The tab of the open sheet, stored in the URL; the first one is left out of it. */
export function useSheetTab<T extends string>(tabs: readonly [T, ...T[]]): [T, (tab: T) => void] {
  const params = useMemo(() => ({ [part]: choiceParam(tabs, tabs[0]) }), [tabs])
  const [{ [part]: shown }, patch] = useUrlState(params)
  const show = useCallback((tab: T) => patch({ [part]: tab }, { replace: true }), [patch])
  return [shown, show]
}
