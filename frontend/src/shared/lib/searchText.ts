import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'

const pause = 300

/** The text of a search box beside that of the address, which follows what is searched with a delay. */
export interface SearchText {
  typed: string
  /** What is typed is searched after a short pause. */
  type: (text: string) => void
  /** Searches now. */
  search: (text: string) => void
}

/** A search by the address: it runs after a short pause in typing, or at once; what is typed stays while the address follows. */
export function useSearchText(value: string, onSearch: (text: string) => void): SearchText {
  const [typed, setTyped] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // What was searched and has not come back by the address yet, oldest first.
  const sent = useRef<string[]>([])
  const seen = useRef(value)
  const follow = useEffectEvent((address: string) => {
    const at = sent.current.indexOf(address)
    seen.current = address
    sent.current = sent.current.slice(at + 1)
    if (at >= 0) return
    // Something else changed the address, such as Back or a chip that was removed: what was typed before is not searched any more.
    sent.current = []
    clearTimeout(timer.current)
    setTyped(address)
  })
  // Not while rendering: React may render an address, discard that, and render the former one again.
  useLayoutEffect(() => follow(value), [value])
  useEffect(() => () => clearTimeout(timer.current), [])
  const search = (words: string) => {
    clearTimeout(timer.current)
    // The address keeps no spaces around it; those typed stay, for more may follow.
    const text = words.trim()
    if (text !== (sent.current.at(-1) ?? seen.current)) sent.current.push(text)
    onSearch(text)
  }
  return {
    typed,
    type: text => {
      setTyped(text)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => search(text), pause)
    },
    search: text => {
      setTyped(text)
      search(text)
    },
  }
}
