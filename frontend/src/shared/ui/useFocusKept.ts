import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Keeps the focus in a part of the screen whose controls disappear once they are used, such as a button that begins
 * something: the part itself gets the focus (it needs a tabIndex of -1), or the screen's title if the part is gone too. Otherwise the keyboard
 * would begin at the top of the page.
 */
export function useFocusKept<E extends HTMLElement>(): { ref: RefObject<E | null>; onFocus: (event: FocusEvent) => void; onBlur: () => void } {
  const ref = useRef<E>(null)
  const last = useRef<Element>(null)
  useLayoutEffect(() => {
    if (!last.current || last.current.isConnected) return
    last.current = null
    if (document.activeElement === document.body) (ref.current ?? document.querySelector<HTMLElement>('main [data-page-title]'))?.focus()
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
