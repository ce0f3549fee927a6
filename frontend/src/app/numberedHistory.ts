/** What the router keeps in a history entry: its number among others. */
type EntryState = { idx?: number } | null

const numberOf = () => (window.history.state as EntryState)?.idx

/**
 * Gives a number to the history entries that the router has not made: those of an address typed by hand, and of plain
 * links. The router can hold a move to an entry back only if the entry has one. To be called before the router is made, for
 * listeners of the window run in their order; what it answers is to be called whenever the router has moved.
 */
export function numberHistory(): () => void {
  let here = numberOf() ?? 0
  window.addEventListener('popstate', () => {
    if (typeof numberOf() === 'number') return
    // Such an entry is always new, after the one that was left.
    window.history.replaceState({ ...(window.history.state as EntryState), idx: here + 1 }, '')
  })
  return () => {
    here = numberOf() ?? here
  }
}
