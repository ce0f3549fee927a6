import { type ComponentType, type FocusEvent, type PointerEvent, type ReactElement, cloneElement, useCallback, useEffect, useId, useLayoutEffect, useState } from 'react'
import { loadChunk } from '@/shared/lib/chunks'
import type { HintBubble, HintPlacement } from './HintBubble'

/** How long a pointer rests, or a finger presses, before the hint appears, and how long a finger's stays, in milliseconds. */
const delays = { pointer: 100, touch: 700, afterTouch: 1_500 } as const

interface Hinted {
  'aria-label'?: string | undefined
  'aria-describedby'?: string | undefined
  title?: string | undefined
  onPointerEnter?: (event: PointerEvent) => void
  onPointerLeave?: (event: PointerEvent) => void
  onPointerDown?: (event: PointerEvent) => void
  onFocus?: (event: FocusEvent) => void
  onBlur?: (event: FocusEvent) => void
}

let Bubble: ComponentType<Parameters<typeof HintBubble>[0]> | undefined

const load = () => loadChunk(async () => (Bubble ??= (await import('./HintBubble')).HintBubble))

/** What a pointer or the focus leads to, after a while and unless it has left. */
class Waiting {
  private timer: ReturnType<typeof setTimeout> | undefined
  private asked = 0

  after(delay: number, run: () => void): void {
    this.stop()
    this.timer = setTimeout(run, delay)
  }

  /** Runs something once the hint's code is there. Without a connection there is no hint. */
  loaded(run: () => void): void {
    const asked = ++this.asked
    load().then(() => asked === this.asked && run(), () => undefined)
  }

  stop(): void {
    clearTimeout(this.timer)
    this.asked++
  }
}

function isFocusVisible(element: Element): boolean {
  try {
    return element.matches(':focus-visible')
  } catch {
    // Not every environment knows the selector.
    return true
  }
}

/**
 * What something means or does, beside it while the pointer is over it or the keyboard on it. It is the name of what
 * has no text, or its description. Only a hint that is shown costs anything: a list has hundreds.
 */
export function Hint({ title, describeChild = false, placement = 'bottom', children }: { title: string; describeChild?: boolean; placement?: HintPlacement; children: ReactElement }) {
  const id = useId()
  const [anchor, setAnchor] = useState<Element | null>(null)
  const [waiting] = useState(() => new Waiting())
  const show = (element: Element, delay: number) => waiting.after(delay, () => waiting.loaded(() => setAnchor(element)))
  const hide = useCallback(() => {
    waiting.stop()
    setAnchor(null)
  }, [waiting])
  useEffect(() => () => waiting.stop(), [waiting])
  // Escape is heard from the moment in which the hint stands.
  useLayoutEffect(() => {
    if (!anchor) return
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') hide()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [anchor, hide])

  const hinted = children as ReactElement<Hinted>
  const own = hinted.props
  const described = anchor ? { 'aria-describedby': id } : { title }
  return (
    <>
      {cloneElement(hinted, {
        ...(describeChild ? described : { 'aria-label': own['aria-label'] ?? title }),
        onPointerEnter: event => {
          own.onPointerEnter?.(event)
          show(event.currentTarget, event.pointerType === 'touch' ? delays.touch : delays.pointer)
        },
        onPointerLeave: event => {
          own.onPointerLeave?.(event)
          // A pointer may move onto the hint.
          waiting.after(event.pointerType === 'touch' ? delays.afterTouch : delays.pointer, hide)
        },
        onPointerDown: event => {
          own.onPointerDown?.(event)
          // A click does what the hint says; a finger that rests asks for it.
          if (event.pointerType !== 'touch') hide()
        },
        onFocus: event => {
          own.onFocus?.(event)
          if (isFocusVisible(event.target)) show(event.currentTarget, 0)
        },
        onBlur: event => {
          own.onBlur?.(event)
          hide()
        },
      })}
      {anchor && Bubble && <Bubble id={id} title={title} anchor={anchor} placement={placement} onEnter={() => waiting.stop()} onLeave={hide} />}
    </>
  )
}
