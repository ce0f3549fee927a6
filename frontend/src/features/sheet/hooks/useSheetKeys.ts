import { type RefObject, useEffect, useRef } from 'react'
import { isTyping } from '@/shared/lib/typing'

/** The actions of the keys; `next` goes to the next value to review. */
export interface SheetKeys {
  next: () => void
  confirm: () => void
  edit: () => void
  remove: () => void
  restore: () => void
  save: () => void
}

/** Keys of an open sheet: n next to review, c confirm and go on, e edit, Delete delete, r restore, Ctrl+S save. */
export function useSheetKeys(box: RefObject<HTMLElement | null>, keys: SheetKeys): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // A dialog over the sheet is in another part of the page, the sheet's ancestors are not.
      const within = event.target instanceof Node && (box.current?.contains(event.target) || event.target.contains(box.current))
      if (event.defaultPrevented || !within) return
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's') {
        event.preventDefault()
        latest.current.save()
        return
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      const run = ({ n: 'next', c: 'confirm', e: 'edit', Delete: 'remove', r: 'restore' } as const satisfies Record<string, keyof SheetKeys>)[event.key as 'n']
      if (!run) return
      event.preventDefault()
      latest.current[run]()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [box])
}
