import { useMemo, useState } from 'react'
import { useUnsavedParts } from '@/shared/lib/unsaved'
import type { TablePage } from '@/shared/ui/table/ServerTable'

/** A row, and its place on its page. */
interface Placed<R> {
  row: R
  at: number
}

const withRows = <R>(items: readonly R[], rows: readonly Placed<R>[]) => rows.reduce((all, { row, at }) => all.toSpliced(at, 0, row), items)

/**
 * A page of a list that stays up to date, with the rows that leave it while a form in them has unsaved input: another user
 * has changed them, so that the filters no longer find them. `left` are those rows. They stay until the input is saved or
 * discarded. A navigation has asked before, so that no input is left then.
 */
export function useUnsavedRows<R extends { id: string }>(latest: TablePage<R> | undefined, partOf: (row: R) => string): { page: TablePage<R> | undefined; left: ReadonlySet<string> } {
  const parts = useUnsavedParts()
  const [known, setKnown] = useState(latest)
  const [held, setHeld] = useState<readonly Placed<R>[]>([])
  if (latest !== known) {
    const before = withRows(known?.items ?? [], held)
    setKnown(latest)
    setHeld(before.flatMap((row, at) => (parts.has(partOf(row)) && !latest?.items.some(({ id }) => id === row.id) ? [{ row, at }] : [])))
  }
  const ids = held.flatMap(({ row }) => (parts.has(partOf(row)) ? [row.id] : [])).join()
  return useMemo(() => {
    const left = new Set(ids.split(','))
    const rows = held.filter(({ row }) => left.has(row.id))
    const items = withRows(known?.items ?? [], rows)
    return { page: known && (rows.length > 0 ? { items, total: Math.max(known.total, items.length) } : known), left }
  }, [held, ids, known])
}
