import { useCallback, useMemo, useState } from 'react'
import type { Column } from './column'
import type { Density } from './look'

/** The columns and the density that a person chose for a table. */
export interface TableView {
  /** Ids of the shown columns, without the one that heads the rows. */
  columns: readonly string[]
  density: Density
}

interface Stored {
  columns: readonly string[] | null
  density: Density
}

const storageKey = (name: string) => `anzen.table.${name}`

function read(name: string): Stored {
  try {
    const stored = JSON.parse(localStorage.getItem(storageKey(name)) ?? '{}') as Partial<Stored>
    return { columns: Array.isArray(stored.columns) ? stored.columns.filter(id => typeof id === 'string') : null, density: stored.density === 'compact' ? 'compact' : 'standard' }
  } catch {
    return { columns: null, density: 'standard' }
  }
}

/** The view of a table on this device, with the columns it shows. */
export function useTableView<R>(name: string, columns: readonly Column<R>[]): { view: TableView; shown: readonly Column<R>[]; change: (patch: Partial<Stored>) => void } {
  const [stored, setStored] = useState(() => read(name))
  const view = useMemo<TableView>(
    () => ({ density: stored.density, columns: columns.filter(({ id, heads, hidden }) => !heads && (stored.columns ? stored.columns.includes(id) : !hidden)).map(({ id }) => id) }),
    [stored, columns],
  )
  const shown = useMemo(() => columns.filter(({ id, heads }) => heads || view.columns.includes(id)), [columns, view])
  const change = useCallback(
    (patch: Partial<Stored>) => {
      const next = { ...read(name), ...patch }
      localStorage.setItem(storageKey(name), JSON.stringify(next))
      setStored(next)
    },
    [name],
  )
  return { view, shown, change }
}
