import type { GridApi } from '@mui/x-data-grid'
import { type RefObject, useEffect } from 'react'

const typing = (target: EventTarget | null) => target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** Keys of a list: `/` focuses the search, j and k move through the rows, Enter opens one. */
export function useListKeys({
  rows,
  grid,
  search,
  active,
  onOpen,
}: {
  rows: readonly { id: string }[]
  grid: RefObject<GridApi | null>
  search: RefObject<HTMLInputElement | null>
  /** Disabled while something covers the list. */
  active: boolean
  onOpen: (id: string) => void
}): void {
  useEffect(() => {
    if (!active) return
    const focused = () => grid.current?.state.focus.cell ?? null
    const move = (step: number) => {
      const cell = focused()
      const at = cell ? rows.findIndex(({ id }) => id === cell.id) : -1
      const next = Math.max(0, Math.min(rows.length - 1, at < 0 ? 0 : at + step))
      const row = rows[next]
      if (!row || !grid.current) return
      grid.current.scrollToIndexes({ rowIndex: next })
      grid.current.setCellFocus(row.id, cell?.field ?? 'name')
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return
      // A menu or a dialog has its own keys.
      if (event.target instanceof Element && event.target.closest('[role="dialog"],[role="menu"],[role="listbox"]')) return
      if (event.key === '/') {
        search.current?.focus()
        search.current?.select()
      } else if (event.key === 'j') move(1)
      else if (event.key === 'k') move(-1)
      else if (event.key === 'Enter' && event.target instanceof Element && event.target.matches('[role="gridcell"]')) {
        const cell = focused()
        if (!cell) return
        onOpen(String(cell.id))
      } else return
      event.preventDefault()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [rows, grid, search, active, onOpen])
}
