import { useCallback, useMemo } from 'react'
import { limits } from './limits'
import { type ChangeOptions, type Sort, type UrlState, choiceParam, integerParam, sortParam, stateIn, useUrlState } from './urlState'

/** Page (from 1), rows per page and order of a table, as in the URL. */
export interface TableState {
  page: number
  limit: number
  sort: Sort | null
}

export type ChangeTable = (patch: Partial<TableState>, options?: ChangeOptions) => void

const params = {
  page: integerParam(1, 1),
  limit: choiceParam(limits.pageSizes.map(String), String(limits.defaultPageSize)),
  sort: sortParam,
}

/** The page as a parameter that every change of the filters resets: a new selection of rows begins at its first page. */
export const firstPageParam = { page: { parse: () => 1, format: (page: number) => (page === 1 ? null : String(page)) } }

const toTableState = ({ page, limit, sort }: UrlState<typeof params>): TableState => ({ page, limit: Number(limit), sort })

/** A table's page and order as a query says. */
export const tableStateIn = (search: URLSearchParams) => toTableState(stateIn(params, search))

/** A table's page and order, stored in the URL. */
export function useTableUrlState(): [TableState, ChangeTable] {
  const [{ page, limit, sort }, patch] = useUrlState(params)
  const state = useMemo(() => toTableState({ page, limit, sort }), [page, limit, sort])
  const change = useCallback<ChangeTable>(
    (values, options) => {
      const { limit: rows, ...rest } = values
      patch({ ...rest, ...(rows !== undefined && { limit: String(rows) }) }, options)
    },
    [patch],
  )
  return [state, change]
}

/** A page of a list that is loaded as a whole, in the order of the table's state. */
export function localPage<R>(rows: readonly R[], { page, limit, sort }: TableState, orders: Readonly<Record<string, (a: R, b: R) => number>>): { items: readonly R[]; total: number } {
  const order = sort && orders[sort.field]
  const sign = sort?.direction === 'desc' ? -1 : 1
  const sorted = order ? rows.toSorted((a, b) => sign * order(a, b)) : rows
  return { items: sorted.slice((page - 1) * limit, page * limit), total: rows.length }
}
