import { type RefObject, useLayoutEffect, useRef } from 'react'
import { isTyping } from '@/shared/lib/typing'

/** The actions of the keys; `next` goes to the next value to review. */
export interface SheetKeys {
  next: () => void
  confirm: () => void
  edit: () => void
  remove: () => void
  restore: () => void
  save: () => void
  confirmSection: () => void
  /** To the previous and to the following sheet of the list. */
  previous: () => void
  following: () => void
}

/** The single keys with their actions; the help of the shell names them all. */
export const sheetKeys: Readonly<Record<string, keyof SheetKeys>> = {
  n: 'next',
  c: 'confirm',
  C: 'confirmSection',
  e: 'edit',
  Delete: 'remove',
  r: 'restore',
  '[': 'previous',
  ']': 'following',
}

/**
 * Keys of an open sheet: n next to review, c confirm and go on, C (with Shift) confirm the section, e edit, Delete delete,
 * r restore, [ and ] to the sheets before and after it, Ctrl+S save.
 */
export function useSheetKeys(box: RefObject<HTMLElement | null>, keys: SheetKeys): void {
  const latest = useRef(keys)
  // With what is shown, not after it: keys pressed as soon as the sheet is there would be lost.
  useLayoutEffect(() => {
    latest.current = keys
  })
  useLayoutEffect(() => {
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
      const run = sheetKeys[event.key]
      if (!run) return
      event.preventDefault()
      latest.current[run]()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [box])
}
