import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { ChangeTable, TableState } from './tableState'
import { askToClose } from './unsaved'

/*
 * The list that a sheet was opened from, so that the sheet can lead to the previous and the next one. The
 * list registers its page; a step beyond its edge turns the page and opens the sheet at the other edge.
 */

/** A page of a list of sheets. */
interface Listed {
  /** The sheets of the page, in the order shown. */
  ids: readonly string[]
  /** Starts at 1. */
  page: number
  limit: number
  /** The sheets on all pages. */
  total: number
  /** The ids are still those of another page. */
  loading: boolean
  toPage: (page: number) => void
}

let current: Listed | null = null
const listeners = new Set<() => void>()

function register(next: Listed | null): void {
  current = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** What has been read of a list. */
interface ReadList {
  data: { items: readonly { id: string }[]; total: number } | undefined
  isPending: boolean
  /** The data is still that of another page. */
  isPlaceholderData: boolean
}

/** Registers the page of the list on the screen. That a sheet beyond its edge turns the page is no step for Back. */
export function useSheetSequence({ data, isPending, isPlaceholderData }: ReadList, { page, limit }: Pick<TableState, 'page' | 'limit'>, change: ChangeTable): void {
  const turn = useRef(change)
  useEffect(() => {
    turn.current = change
  })
  const all = data?.items.map(({ id }) => id).join(' ') ?? ''
  const total = data?.total ?? 0
  const loading = isPending || isPlaceholderData
  useEffect(() => {
    register({ ids: all === '' ? [] : all.split(' '), page, limit, total, loading, toPage: to => turn.current({ page: to }, { replace: true }) })
  }, [all, page, limit, total, loading])
  useEffect(() => () => register(null), [])
}

/** The steps from the open sheet to its neighbours in the list. */
export interface SheetSteps {
  /** The sheet's place in the list, from 1; absent if the list no longer contains it. */
  position?: number
  total: number
  /** Absent at the end of the list. */
  toPrevious?: () => void
  toNext?: () => void
  /** The next sheet, if it is on the same page. */
  nextId?: string
}

/** Steps from the open sheet; null if it was not opened from a list. */
export function useSheetSteps(sheetId: string | null, open: (id: string) => void): SheetSteps | null {
  const list = useSyncExternalStore(subscribe, () => current)
  // A sheet that an edit has removed from the filtered list keeps its place until another is opened.
  const [known, setKnown] = useState<{ id: string; page: number; index: number } | null>(null)
  const [turning, setTurning] = useState<{ from: string; page: number; to: 'first' | 'last' } | null>(null)
  const index = sheetId === null || !list || list.loading ? -1 : list.ids.indexOf(sheetId)
  if (index >= 0 && list && (known?.id !== sheetId || known.index !== index || known.page !== list.page)) {
    setKnown({ id: sheetId ?? '', page: list.page, index })
  }
  const arrived = turning !== null && list !== null && !list.loading && list.page === turning.page
  // Over once another sheet is open, or if the page turned out to be empty.
  if (turning && (sheetId !== turning.from || (arrived && list.ids.length === 0))) setTurning(null)

  useEffect(() => {
    const id = arrived ? (turning.to === 'first' ? list.ids[0] : list.ids.at(-1)) : undefined
    if (id !== undefined) open(id)
  }, [arrived, turning, list, open])

  const step = useCallback(
    (id: string | undefined, page: number, to: 'first' | 'last') =>
      void askToClose('sheet').then(leave => {
        if (!leave) return
        if (id !== undefined) open(id)
        else if (sheetId !== null) {
          setTurning({ from: sheetId, page, to })
          current?.toPage(page)
        }
      }),
    [open, sheetId],
  )

  if (sheetId === null || !list || known?.id !== sheetId) return null
  const there = index >= 0
  const at = there ? index : known.index
  const [previousId, nextId] = there ? [list.ids[at - 1], list.ids[at + 1]] : [list.ids[at - 1], list.ids[at]]
  const more = list.page * list.limit < list.total
  const busy = turning !== null || list.loading
  return {
    ...(there && { position: (list.page - 1) * list.limit + at + 1 }),
    total: list.total,
    ...(!busy && (previousId !== undefined || list.page > 1) && { toPrevious: () => step(previousId, list.page - 1, 'last') }),
    ...(!busy && (nextId !== undefined || more) && { toNext: () => step(nextId, list.page + 1, 'first') }),
    ...(nextId !== undefined && { nextId }),
  }
}
