import { useCallback, useState } from 'react'

/** Selected rows of a list, on all of its pages: these, or all that match its filters except for these. */
export interface Selection {
  readonly all: boolean
  readonly ids: ReadonlySet<string>
}

export const nothingSelected: Selection = { all: false, ids: new Set() }

/** All rows that match. */
export const everythingSelected: Selection = { all: true, ids: new Set() }

export const isSelected = ({ all, ids }: Selection, id: string) => ids.has(id) !== all

/** The number of selected rows, of a list of `total`. */
export const countSelected = ({ all, ids }: Selection, total: number) => (all ? Math.max(0, total - ids.size) : ids.size)

/** The selection with these rows added, or without them. */
export function selectRows({ all, ids }: Selection, rows: readonly string[], on: boolean): Selection {
  const next = new Set(ids)
  for (const id of rows) {
    if (on === all) next.delete(id)
    else next.add(id)
  }
  return { all, ids: next }
}

/** The rows between two of a page, both included. */
export function rowsBetween(rows: readonly string[], from: string, to: string): readonly string[] {
  const ends = [rows.indexOf(from), rows.indexOf(to)].sort((a, b) => a - b)
  return ends[0] === -1 ? [to] : rows.slice(ends[0], (ends[1] ?? 0) + 1)
}

/** The selection as the API's requests have it: ids, or a filter with exceptions. */
export const selectionBody = <F>({ all, ids }: Selection, filter: F): { sds_ids: string[] } | { filter: F; exclude_ids: string[] } =>
  all ? { filter, exclude_ids: [...ids] } : { sds_ids: [...ids] }

/** A list's selection. It survives other pages and orders; another scope (the filters) empties it. */
export function useSelection(scope: string): [Selection, (next: Selection) => void] {
  const [state, setState] = useState({ scope, selection: nothingSelected })
  if (state.scope !== scope) setState({ scope, selection: nothingSelected })
  const select = useCallback((selection: Selection) => setState({ scope, selection }), [scope])
  return [state.scope === scope ? state.selection : nothingSelected, select]
}
