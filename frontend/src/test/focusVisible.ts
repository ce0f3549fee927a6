/** Whether the last input of the running test was a key. */
let byKey = false

/** To be called before each test: nothing has been pressed yet. */
export function forgetInput(): void {
  byKey = false
}

const answered = Symbol.for('anzen.focusVisible')

/**
 * Answers `:focus-visible` as browsers do: keys make the focus visible, pointers do not. jsdom's own answer depends on
 * what earlier tests of the same window have focused.
 */
export function answerFocusVisible(): void {
  if (answered in Element.prototype) return
  window.addEventListener('keydown', () => { byKey = true }, { capture: true })
  window.addEventListener('mousedown', () => { byKey = false }, { capture: true })
  const matches = Object.getOwnPropertyDescriptor(Element.prototype, 'matches')?.value as (this: Element, selectors: string) => boolean
  Object.defineProperties(Element.prototype, {
    [answered]: { value: true },
    matches: {
      configurable: true,
      writable: true,
      value(this: Element, selectors: string) {
        return selectors === ':focus-visible' ? byKey && this === this.ownerDocument.activeElement : matches.call(this, selectors)
      },
    },
  })
}
