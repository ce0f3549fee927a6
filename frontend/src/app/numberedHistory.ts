/** What the router stores in a history entry, its number among others. */
type EntryState = { idx?: number } | null

const numberOf = () => (window.history.state as EntryState)?.idx

/**
 * Numbers the history entries that the router has not created: those of an address typed by hand, and of
 * plain links. The router can block a navigation to an entry only if the entry has a number. Has to be
 * called before the router is created, as listeners of the window run in their order; the returned function
 * has to be called after every navigation of the router.
 */
export function numberHistory(): () => void {
  let here = numberOf() ?? 0
  window.addEventListener('popstate', () => {
    if (typeof numberOf() === 'number') return
    // Such an entry is always new, after the current one.
    window.history.replaceState({ ...(window.history.state as EntryState), idx: here + 1 }, '')
  })
  return () => {
    here = numberOf() ?? here
  }
}
