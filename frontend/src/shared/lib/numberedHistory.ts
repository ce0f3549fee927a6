import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** What the router keeps in a history entry: its number among others. */
type EntryState = { idx?: number } | null

/**
 * Gives a number to the history entries that the router has not made: those of an address typed by hand, and of plain
 * links. The router can hold a move to an entry back only if the entry has one.
 */
export function useNumberedHistory(): void {
  const location = useLocation()
  const number = useRef(0)
  useEffect(() => {
    number.current = (window.history.state as EntryState)?.idx ?? number.current
  }, [location])
  useEffect(() => {
    const onPop = () => {
      const state = window.history.state as EntryState
      if (typeof state?.idx === 'number') return
      // Such an entry is always new, after the one that was left.
      window.history.replaceState({ ...state, idx: number.current + 1 }, '')
    }
    // Before the router, which listens as well.
    window.addEventListener('popstate', onPop, true)
    return () => window.removeEventListener('popstate', onPop, true)
  }, [])
}
