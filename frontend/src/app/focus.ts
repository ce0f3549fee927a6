import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { focusTitle } from './focusTitle'

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
