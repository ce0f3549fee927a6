/** The title of the page that is shown. */
export const pageTitle = () => document.querySelector<HTMLElement>('main [data-page-title]')

/**
 * Focuses the title of the page, which may still be loading: it is waited for. Behind a dialog, which was opened meanwhile and hides
 * the page, it stays without: the user is typing there. `former` is the title of the page being left. The returned function stops
 * the waiting.
 */
export function focusTitle(former: HTMLElement | null = null): () => void {
  const focus = () => {
    const title = pageTitle()
    if (title === null || title === former) return false
    if (!title.closest('[aria-hidden="true"]')) title.focus()
    return true
  }
  if (focus()) return () => undefined
  const observer = new MutationObserver(() => {
    if (focus()) observer.disconnect()
  })
  observer.observe(document.body, { childList: true, subtree: true })
  return () => observer.disconnect()
}
