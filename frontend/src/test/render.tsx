import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import { ThemeProvider } from '@mui/material/styles'
import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { type ReactNode, Suspense } from 'react'
import { type RouteObject, RouterProvider, createMemoryRouter } from 'react-router'
import { makeTheme } from '@/app/theme'
import { queryClient } from '@/shared/api/queryClient'
import { TextsProvider } from '@/shared/i18n/useTranslation'
import { LeaveGuard } from '@/shared/ui/LeaveGuard'
import { Notices } from '@/shared/ui/Notices'

/**
 * Styles are not put into the document: jsdom lays nothing out, and would match each rule with each element again
 * for every question about its visibility.
 */
function withoutStyles() {
  const cache = createCache({ key: 'css' })
  cache.insert = () => undefined
  return cache
}

/** Renders routes at a path, with the app's providers. */
export function renderRoutes(routes: RouteObject[], path: string) {
  const router = createMemoryRouter(routes, { initialEntries: [path] })
  render(
    <CacheProvider value={withoutStyles()}>
      <TextsProvider>
        <ThemeProvider theme={makeTheme('ja-JP')}>
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
            <Notices />
          </QueryClientProvider>
        </ThemeProvider>
      </TextsProvider>
    </CacheProvider>,
    // What React draws again by itself is no fault of a test; what a boundary catches is shown by it.
    { onRecoverableError: () => undefined },
  )
  return router
}

/** Renders one screen; navigation is visible in the router's state. */
export function renderScreen(screen: ReactNode, path = '/') {
  const element = (
    <>
      <Suspense>{screen}</Suspense>
      <LeaveGuard />
    </>
  )
  return renderRoutes([{ path: '*', element }], path)
}
