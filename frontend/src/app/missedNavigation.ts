import { useLayoutEffect, useRef } from 'react'
import type { createHashRouter } from 'react-router'

/**
 * Lets RouterProvider draw a navigation that it has missed: the first screen is drawn in slices, and the
 * provider subscribes to the router only after the last one, so one in between would change the address
 * and nothing else (react-router#15527). Called above the provider, whose effects are run first.
 */
export function useMissedNavigation(router: ReturnType<typeof createHashRouter>): void {
  const drawn = useRef(router.state)
  useLayoutEffect(() => {
    if (router.state !== drawn.current) void router.revalidate()
  }, [router])
}
