import { type RefObject, useEffect } from 'react'

const typing = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName) || (target instanceof HTMLInputElement && target.type !== 'checkbox'))

/** Menus and dialogs have their own keys; a table in a dialog has those of the dialog. */
function covered(target: EventTarget | null, root: Element | null): boolean {
  const cover = target instanceof Element ? target.closest('[role="dialog"],[role="alertdialog"],[role="menu"],[role="listbox"]') : null
  return cover !== null && !cover.contains(root)
}

interface TableKeys {
  /** The element with the rows, each with its id in `data-row`. */
  root: RefObject<HTMLElement | null>
  rows: readonly string[]
  active: string | undefined
  /** Disabled while something covers the table. */
  enabled: boolean
  search?: RefObject<HTMLInputElement | null> | undefined
  onOpen?: ((id: string) => void) | undefined
  /** With Shift it continues a range. */
  onToggle?: ((id: string, shift: boolean) => void) | undefined
  /** Undefined while nothing is selected: Esc is left to others. */
  onClear?: (() => void) | undefined
}

/** Keys of a table: j and k (in the table also the arrows) move, Enter opens, x selects, Esc ends the selection, / goes to the search. */
export function useTableKeys({ root, rows, active, enabled, search, onOpen, onToggle, onClear }: TableKeys): void {
  useEffect(() => {
    if (!enabled) return
    const rowOf = (target: EventTarget | null) => (target instanceof Element && root.current?.contains(target) ? (target.closest('[data-row]')?.getAttribute('data-row') ?? undefined) : undefined)
    const focus = (id: string | undefined) => {
      const row = id === undefined ? null : root.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`)
      row?.focus()
      row?.scrollIntoView?.({ block: 'nearest' })
    }
    // From outside of the table the first step returns to its current row.
    const move = (from: string | undefined, step: number) => focus(from === undefined ? active : rows[Math.max(0, Math.min(rows.length - 1, rows.indexOf(from) + step))])
    const onKey = (event: KeyboardEvent) => {
      const { target, key } = event
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || typing(target) || covered(target, root.current)) return
      const row = rowOf(target)
      const onRow = target instanceof Element && target.matches('[data-row]')
      if (key === '/' && search) {
        search.current?.focus()
        search.current?.select()
      } else if (key === 'j' || (key === 'ArrowDown' && onRow)) move(row, 1)
      else if (key === 'k' || (key === 'ArrowUp' && onRow)) move(row, -1)
      else if (key === 'Home' && onRow) focus(rows[0])
      else if (key === 'End' && onRow) focus(rows.at(-1))
      else if (key === 'Enter' && onRow && row && onOpen) onOpen(row)
      else if ((key.toLowerCase() === 'x' || (key === ' ' && onRow)) && row && onToggle) onToggle(row, event.shiftKey)
      else if (key === 'Escape' && onClear) onClear()
      else return
      event.preventDefault()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [root, rows, active, enabled, search, onOpen, onToggle, onClear])
}
