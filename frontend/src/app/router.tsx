import type { ComponentType } from 'react'
import { Outlet, type RouteObject, createHashRouter } from 'react-router'
import { paths } from '@/shared/lib/paths'
import { screen } from '@/shared/lib/screen'
import { Spinner } from '@/shared/ui/Spinner'
import { ErrorPage } from './ErrorPage'
import { requireLoggedOut, requireLogin, requirePermission, toMarketingSite } from './guards'
import { numberHistory } from './numberedHistory'

const route = (path: string, load: () => Promise<ComponentType>, rest: Pick<RouteObject, 'middleware'> = {}): RouteObject => ({
  path,
  lazy: screen(load),
  ...rest,
})

const loggedOut = (): RouteObject[] => [
  route(paths.login, async () => (await import('@/features/auth/LoginPage')).LoginPage),
  route(paths.signup, async () => (await import('@/features/auth/SignupPage')).SignupPage),
]

const open = (): RouteObject[] => [
  route(paths.signupActivation, async () => (await import('@/features/auth/ActivationPage')).ActivationPage),
  route(paths.signupComplete, async () => (await import('@/features/auth/SignupCompletePage')).SignupCompletePage),
  route(paths.passwordRecovery, async () => (await import('@/features/auth/PasswordRecoveryPage')).PasswordRecoveryPage),
  route(paths.resetPassword, async () => (await import('@/features/auth/ResetPasswordPage')).ResetPasswordPage),
  route(paths.privacyPolicy, async () => (await import('@/features/public/PrivacyPolicyPage')).PrivacyPolicyPage),
  route(paths.terms, async () => (await import('@/features/public/TermsPage')).TermsPage),
  route(paths.unregister, async () => (await import('@/features/public/UnregisterPage')).UnregisterPage),
]

/** Lets a screen open a sheet over itself. */
const layer = () => screen(async () => (await import('./SheetLayer')).SheetLayer)

/** A list that fails does not affect the sheet open beside it. */
const beside = (children: RouteObject[]): RouteObject[] => [{ errorElement: <ErrorPage />, children }]

const sheets = (): RouteObject[] => [
  route(paths.sdsUpload, async () => (await import('@/features/upload/UploadPage')).UploadPage, {
    middleware: [requirePermission(['SDS_UPLOAD'], paths.sdsList)],
  }),
  {
    lazy: layer(),
    children: beside([
      route(paths.sdsList, async () => (await import('@/features/sheets/SheetListPage')).SheetListPage),
      route(paths.sdsErrors, async () => (await import('@/features/sheets/SheetErrorsPage')).SheetErrorsPage),
    ]),
  },
]

const checklists = (): RouteObject[] => [
  {
    middleware: [requirePermission(['CHECK_LIST_READ'], paths.sdsList)],
    children: [
      route(paths.checklists, async () => (await import('@/features/checklists/ChecklistsPage')).ChecklistsPage),
      {
        lazy: layer(),
        children: beside([route(`${paths.checklists}/:listId`, async () => (await import('@/features/checklists/ChecklistPage')).ChecklistPage)]),
      },
    ],
  },
]

const company = (): RouteObject[] => [
  route(paths.company, async () => (await import('@/features/company/CompanyPage')).CompanyPage),
  route(paths.companySettings, async () => (await import('@/features/company/SettingsPage')).SettingsPage, {
    middleware: [requirePermission(['COMPANY_EDIT'], paths.sdsList)],
  }),
  route(paths.departments, async () => (await import('@/features/company/DepartmentsPage')).DepartmentsPage, {
    middleware: [requirePermission(['DEPARTMENT_CREATE', 'DEPARTMENT_EDIT', 'DEPARTMENT_DELETE'], paths.sdsList)],
  }),
  route(paths.tags, async () => (await import('@/features/company/TagsPage')).TagsPage, {
    middleware: [requirePermission(['TAG_CREATE', 'TAG_EDIT', 'TAG_DELETE'], paths.sdsList)],
  }),
  route(`${paths.jobs}/:jobId?`, async () => (await import('@/features/jobs/JobsPage')).JobsPage),
  route(paths.myPage, async () => (await import('@/features/company/MyPage')).MyPage),
]

const leaving = (): RouteObject[] => [
  { path: paths.corporate, middleware: [toMarketingSite('/corporate')], element: null },
  { path: paths.inquiry, middleware: [toMarketingSite('/contact')], element: null },
  { path: paths.top, middleware: [toMarketingSite()], element: null },
  { path: '*', middleware: [toMarketingSite()], element: null },
]

/**
 * All routes (specification, section 2). Created for each router, because a router writes into the `lazy`
 * of its routes once they are loaded.
 */
export const makeRoutes = (): RouteObject[] => [
  {
    errorElement: <ErrorPage />,
    hydrateFallbackElement: <Spinner fullPage />,
    element: <Outlet />,
    children: [
      {
        lazy: screen(async () => (await import('./PublicLayout')).PublicLayout),
        children: [
          { middleware: [requireLoggedOut], errorElement: <ErrorPage />, children: loggedOut() },
          { errorElement: <ErrorPage />, children: open() },
        ],
      },
      {
        middleware: [requireLogin],
        lazy: screen(async () => (await import('./Shell')).Shell),
        children: [{ errorElement: <ErrorPage />, children: [...sheets(), ...checklists(), ...company()] }],
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
