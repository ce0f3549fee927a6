import { type ChangeEvent, type KeyboardEvent, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { isTooLong } from './tooLong'
import type { ChangeOptions } from './urlState'

const pause = 300

const anyLength = { maxLength: Infinity }

/** How long a search by the API may be. */
export const searchRule = { maxLength: 200 }

/** The properties of a search box: its text, beside that of the address, which follows what is searched with a delay. */
export interface SearchBoxProps {
  value: string
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void
  onKeyDown: (event: KeyboardEvent) => void
  onBlur: () => void
}

/**
 * A search by the address: it runs after a short pause in typing, or at once on Enter; what is typed stays while the address
 * follows. Until Enter, or until the box is left or emptied, all that is typed is one search, and one step for Back: kana and
 * what they are converted to have nothing in common. What is longer than the API takes is not searched. Returns the properties of the box, and a function to empty it.
 */
export function useSearchText(value: string, onSearch: (text: string, options: ChangeOptions) => void, rule: { maxLength: number } = anyLength): [box: SearchBoxProps, clear: () => void] {
  const [typed, setTyped] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // What was searched and has not come back by the address yet, oldest first.
  const sent = useRef<string[]>([])
  const seen = useRef(value)
  // A search of what is being typed has run.
  const begun = useRef(false)
  const stop = () => {
    clearTimeout(timer.current)
    timer.current = undefined
  }
  const follow = useEffectEvent((address: string) => {
    const at = sent.current.indexOf(address)
    seen.current = address
    sent.current = sent.current.slice(at + 1)
    if (at >= 0) return
    // Something else changed the address, such as Back or a chip that was removed: what was typed before is not searched any more.
    sent.current = []
    begun.current = false
    stop()
    setTyped(address)
  })
  // Not while rendering: React may render an address, discard that, and render the former one again.
  useLayoutEffect(() => follow(value), [value])
  useEffect(() => () => clearTimeout(timer.current), [])
  const search = (words: string) => {
    stop()
    // The address keeps no spaces around it; those typed stay, for more may follow.
    const text = words.trim()
    if (isTooLong(text, rule)) return
    if (text !== (sent.current.at(-1) ?? seen.current)) sent.current.push(text)
    const goesOn = begun.current && text !== ''
    begun.current = text !== ''
    onSearch(text, { replace: goesOn })
  }
  const box: SearchBoxProps = {
    value: typed,
    onChange: ({ target }) => {
      setTyped(target.value)
      stop()
      timer.current = setTimeout(() => search(target.value), pause)
    },
    onKeyDown: ({ key, nativeEvent }) => {
      // Enter that ends a conversion of kana is not meant for the search.
      if (key !== 'Enter' || nativeEvent.isComposing) return
      search(typed)
      begun.current = false
    },
    onBlur: () => {
      if (timer.current !== undefined) search(typed)
      begun.current = false
    },
  }
  const clear = () => {
    setTyped('')
    search('')
  }
  return [box, clear]
}
