import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Keeps the focus in a part of the screen whose controls disappear or are disabled once they are used, such as a button that
 * begins something: the part itself gets the focus (it needs a tabIndex of -1), or what `instead` finds in it; if there is
 * neither, the screen's title. Otherwise the keyboard would begin at the top of the page.
 */
export function useFocusKept<E extends HTMLElement>(instead: (part: E) => HTMLElement | null = part => part): { ref: RefObject<E | null>; onFocus: (event: FocusEvent) => void; onBlur: () => void } {
  const ref = useRef<E>(null)
  const last = useRef<Element>(null)
  useLayoutEffect(() => {
    const used = last.current
    if (!used || (used.isConnected && !used.matches(':disabled'))) return
    last.current = null
    if (document.activeElement !== document.body && document.activeElement !== used) return
    // Behind a dialog or an open sheet, which keeps the focus itself.
    if (ref.current?.closest('[aria-hidden="true"]')) return
    const next = (ref.current && instead(ref.current)) ?? document.querySelector<HTMLElement>('main [data-page-title]')
    next?.focus()
  })
  return {
    ref,
    onFocus: ({ target }) => {
      last.current = target
    },
    // Not called for what React removes.
    onBlur: () => {
      last.current = null
    },
  }
}
