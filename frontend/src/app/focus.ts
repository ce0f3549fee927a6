import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/**
 * After a navigation to another page, focuses its title, so that keyboard and screen reader start there.
 * The page may still be loading: the title is waited for. A change of the query alone (a filter, a page of
 * a list, an open drawer) is no new page.
 */
export function useFocusOnNavigation(): void {
  const { pathname } = useLocation()
  const previous = useRef(pathname)
  useEffect(() => {
    if (previous.current === pathname) return
    previous.current = pathname
    window.scrollTo(0, 0)
    const focusTitle = () => {
      const title = document.querySelector<HTMLElement>('main [data-page-title]')
      title?.focus()
      return title !== null
    }
    if (focusTitle()) return
    const observer = new MutationObserver(() => {
      if (focusTitle()) observer.disconnect()
    })
    observer.observe(document.body, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [pathname])
}
