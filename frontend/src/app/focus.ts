import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** The title of the page that is shown. */
export const pageTitle = () => document.querySelector<HTMLElement>('main [data-page-title]')

/**
 * Focuses the title of the page, which may still be loading: it is waited for. `former` is the title of the page being left.
 * The returned function stops the waiting.
 */
export function focusTitle(former: HTMLElement | null = null): () => void {
  const focus = () => {
    const title = pageTitle()
    if (title === null || title === former) return false
    title.focus()
    return true
  }
  if (focus()) return () => undefined
  const observer = new MutationObserver(() => {
    if (focus()) observer.disconnect()
  })
  observer.observe(document.body, { childList: true, subtree: true })
  return () => observer.disconnect()
}

/**
 * After a navigation to another page, focuses its title, so that keyboard and screen reader start there. A
 * change of the query alone (a filter, a page of a list, an open drawer) is no new page.
 */
export function useFocusOnNavigation(): void {
  const { pathname } = useLocation()
  const previous = useRef(pathname)
  useEffect(() => {
    if (previous.current === pathname) return
    previous.current = pathname
    window.scrollTo(0, 0)
    return focusTitle()
  }, [pathname])
}
