import { useLayoutEffect, useRef } from 'react'
import type { createHashRouter } from 'react-router'

/**
 * Lets RouterProvider draw what the router has become meanwhile: the first screen is drawn in slices, and the
 * provider subscribes to the router only after the last one, so a navigation in between would change the address
 * and nothing else (react-router#15527). Called above the provider, whose effects are run first.
 */
export function useRouterFollowed(router: ReturnType<typeof createHashRouter>): void {
  const drawn = useRef(router.state)
  useLayoutEffect(() => {
    if (router.state !== drawn.current) void router.revalidate()
  }, [router])
}
