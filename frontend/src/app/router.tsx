import { Outlet, type RouteObject, createHashRouter } from 'react-router'
import { currentLocale } from '@/shared/i18n/i18n'
import { routeIn } from '@/shared/lib/browser'
import { paths, sheetIn, withQuery } from '@/shared/lib/paths'
import { config } from '@/shared/config/config'
import { lazyScreen } from '@/shared/lib/lazyScreen'
import type { Screen } from '@/shared/lib/screens'
import type { ScreenHandle } from '@/shared/lib/screenTitle'
import { Spinner } from '@/shared/ui/Spinner'
import { ErrorPage } from './ErrorPage'
import { gated } from './gated'
import { requireLoggedOut, requireLogin, requirePermission, toMarketingSite } from './guards'
import { inCompanyArea } from './inCompanyArea'
import { numberHistory } from './numberedHistory'
import { screens } from './screens'

const contentOf = ({ load, option, menus }: Screen) => {
  const open = option ? () => gated(option, load) : load
  return menus?.includes('company') ? () => inCompanyArea(open) : open
}

const routeOf = (screen: Screen): RouteObject => ({
  path: screen.path + (screen.below ?? ''),
  lazy: lazyScreen(contentOf(screen), () => screen.opensSheets === true && sheetIn(routeIn(window.location).searchParams) !== null),
  handle: { title: screen.title, opensSheets: screen.opensSheets } satisfies ScreenHandle,
  ...(screen.permissions && { middleware: [requirePermission(screen.permissions, paths.sdsList)] }),
})

const routesFor = (audience: Screen['audience'], matches: (screen: Screen) => boolean = () => true) =>
  screens.filter(screen => screen.audience === audience && matches(screen)).map(routeOf)

const loggedIn = (): RouteObject[] => [
  {
    // Lets a screen open a sheet over itself. A screen that fails does not affect the sheet open beside it.
    lazy: lazyScreen(async () => {
      const { SheetLayer, readSheetAhead } = await import('./SheetLayer')
      await readSheetAhead()
      return SheetLayer
    }),
    children: [{ errorElement: <ErrorPage />, children: routesFor('loggedIn', ({ opensSheets }) => opensSheets === true) }],
  },
  ...routesFor('loggedIn', ({ opensSheets }) => !opensSheets),
]

/** The page of examples, for those who work on the dashboard: a local stack is known by its own user pool. */
const forDevelopment = (): RouteObject[] =>
  config().userPoolEndpoint ? [{ path: '/examples', lazy: lazyScreen(async () => (await import('./examples/ExamplesPage')).ExamplesPage) }] : []

const leaving = (): RouteObject[] => [
  { path: paths.corporate, middleware: [toMarketingSite('/corporate')], element: null },
  { path: paths.inquiry, middleware: [toMarketingSite('/contact', () => withQuery(paths.contact, { language: currentLocale() === 'ja-JP' ? 'ja' : undefined }))], element: null },
  { path: paths.top, middleware: [toMarketingSite()], element: null },
  { path: '*', middleware: [toMarketingSite()], element: null },
]

/**
 * All routes. Created for each router, because a router writes into the `lazy` of its routes once they are
 * loaded.
 */
export const makeRoutes = (): RouteObject[] => [
  {
    errorElement: <ErrorPage />,
    hydrateFallbackElement: <Spinner fullPage />,
    element: <Outlet />,
    children: [
      {
        lazy: lazyScreen(async () => (await import('./PublicLayout')).PublicLayout),
        children: [
          { middleware: [requireLoggedOut], errorElement: <ErrorPage />, children: routesFor('loggedOut') },
          { errorElement: <ErrorPage />, children: [...routesFor('everyone'), ...forDevelopment()] },
        ],
      },
      {
        middleware: [requireLogin],
        lazy: lazyScreen(async () => (await import('./Shell')).Shell),
        children: [{ errorElement: <ErrorPage />, children: loggedIn() }],
      },
      ...leaving(),
    ],
  },
]

export function makeRouter() {
  const remember = numberHistory()
  const router = createHashRouter(makeRoutes())
  router.subscribe(remember)
  return router
}
