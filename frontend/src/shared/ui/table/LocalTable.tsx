import { useMemo, useState } from 'react'
import { limits } from '@/shared/lib/limits'
import { type TableState, localPage, useTableUrlState } from '@/shared/lib/tableState'
import type { Column } from './column'
import { ServerTable, type ServerTableProps } from './ServerTable'

/** A column of a table whose rows are ordered here. */
export interface LocalColumn<R> extends Omit<Column<R>, 'sort'> {
  /** Orders two rows; without it the column cannot be sorted. */
  compare?: (a: R, b: R) => number
}

interface LocalTableProps<R extends { id: string }> extends Pick<ServerTableProps<R>, 'label' | 'empty' | 'nameOf' | 'onOpen' | 'toolbar' | 'keys'> {
  /** The whole list, and how it was read. */
  list: { data?: unknown; isPending: boolean; isError: boolean; refetch: () => unknown }
  /** Its rows, or those of them that are shown. */
  rows: readonly R[]
  /** Stable between renders. */
  columns: readonly LocalColumn<R>[]
  /** Page and order belong to a part of the screen, such as a dialog, and not to its address. */
  part?: boolean
}

/** The same table for a list that is loaded as a whole: its order and pages are made here. */
export function LocalTable<R extends { id: string }>({ list, rows, columns, part = false, ...table }: LocalTableProps<R>) {
  const [addressed, setAddressed] = useTableUrlState()
  const [own, setOwn] = useState<TableState>({ page: 1, limit: limits.defaultPageSize, sort: null })
  const state = part ? own : addressed
  const sorted = useMemo(() => columns.map(({ compare, ...column }): Column<R> => (compare ? { ...column, sort: column.id } : column)), [columns])
  const page = useMemo(() => {
    const orders = Object.fromEntries(columns.flatMap(({ id, compare }) => (compare ? [[id, compare] as const] : [])))
    return localPage(rows, state, orders)
  }, [rows, columns, state])
  const loaded = list.data !== undefined
  return (
    <ServerTable
      {...table}
      columns={sorted}
      page={loaded ? page : undefined}
      loading={list.isPending}
      failed={!loaded && list.isError}
      onRetry={() => void list.refetch()}
      state={state}
      onStateChange={part ? patch => setOwn(now => ({ ...now, ...patch })) : setAddressed}
    />
  )
}
