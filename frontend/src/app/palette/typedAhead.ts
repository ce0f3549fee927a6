/** For how long keys are kept for the palette, in milliseconds: after that it has failed to open. */
const kept = 5_000

export interface TypedAhead {
  text: string
  /** Enter was pressed after the text. */
  entered: boolean
}

let stop: (() => TypedAhead) | undefined

/**
 * Keeps what is typed from now on for the palette, which takes it once its field has the focus: its part may still be loading,
 * and the page that is being drawn must not receive the keys.
 */
export function keepTyped(): void {
  if (stop) return
  const typed: TypedAhead = { text: '', entered: false }
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    if (event.key === 'Backspace') typed.text = [...typed.text].slice(0, -1).join('')
    else if (event.key === 'Enter') typed.entered = true
    else if ([...event.key].length === 1) typed.text += event.key
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener('keydown', onKey, true)
  const late = setTimeout(takeTyped, kept)
  stop = () => {
    clearTimeout(late)
    window.removeEventListener('keydown', onKey, true)
    stop = undefined
    return typed
  }
}

/** What was typed since keepTyped, which ends. */
export function takeTyped(): TypedAhead {
  return stop?.() ?? { text: '', entered: false }
}
