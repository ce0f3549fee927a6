import { type MouseEvent as ReactMouseEvent, type RefObject, useEffect, useRef } from 'react'

/**
 * Guards a part that appears, or grows, under the pointer with a click: the second click of a double click that began
 * elsewhere was meant for what was there before. It calls `instead`, and none of the part's buttons. The result is the part's
 * `onClickCapture`.
 */
export function useDoubleClickGuard(part: RefObject<HTMLElement | null>, instead: () => void): (event: ReactMouseEvent) => void {
  const inside = useRef(false)
  useEffect(() => {
    const press = ({ detail, target }: MouseEvent) => {
      if (detail <= 1) inside.current = target instanceof Node && part.current?.contains(target) === true
    }
    document.addEventListener('mousedown', press, true)
    return () => document.removeEventListener('mousedown', press, true)
  }, [part])
  return event => {
    if (event.detail <= 1 || inside.current) return
    event.preventDefault()
    event.stopPropagation()
    instead()
  }
}
