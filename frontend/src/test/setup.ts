import '@testing-library/jest-dom/vitest'
import { cleanup, configure, getConfig } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { queryClient } from '@/shared/api/queryClient'
import { forgetSession } from '@/shared/auth/session'
import { setConfig } from '@/shared/config/config'
import { startI18n } from '@/shared/i18n/i18n'
import { page } from '@/shared/lib/browser'
import { setNoticeBoard } from '@/shared/ui/notify'
import { auth } from './auth'
import { answerFocusVisible, forgetInput } from './focusVisible'
import { drawPdfAs } from './pdfPane'
import { server } from './server'

// The user pool is replaced as a whole; auth.ts sets its answers.
vi.mock('aws-amplify/auth', async () => (await import('./auth')).auth)

// jsdom draws no PDF; pdfPane.tsx sets what stands in its place.
vi.mock('@/features/sheet/pdf/PdfPane', async () => ({ PdfPane: (await import('./pdfPane')).PdfPane }))

const { getElementError } = getConfig()
configure({
  // A limit that only a fault reaches, even on a busy machine.
  asyncUtilTimeout: 300_000,
  // The document is printed for what is reported, not for each try of a wait: that took a quarter of the time.
  getElementError: (message, container) => (isTry() ? new Error(message ?? '') : getElementError(message, container)),
})

/** Whether a query is one of the tries of `waitFor` or `findBy`: for these the library leaves out other costly diagnostics, too. */
const isTry = () => (getConfig() as { _disableExpensiveErrorDiagnostics?: boolean })._disableExpensiveErrorDiagnostics === true

/** The requests of the current test that no handler answered: such a test fails. */
let unanswered: string[] = []

/** jsdom lays nothing out: nothing becomes visible. */
class NothingVisible {
  observe = () => undefined
  disconnect = () => undefined
}

beforeAll(async () => {
  Object.defineProperty(window, 'IntersectionObserver', { value: NothingVisible, configurable: true })
  // jsdom neither scrolls nor reloads the page.
  window.scrollTo = () => undefined
  Element.prototype.scrollIntoView = () => undefined
  answerFocusVisible()
  server.listen({
    onUnhandledRequest: (request, print) => {
      unanswered.push(`${request.method} ${new URL(request.url).pathname}`)
      print.error()
    },
  })
  await startI18n('ja-JP')
})

beforeEach(async () => {
  unanswered = []
  forgetInput()
  setConfig({
    apiBase: '/api/v1',
    region: 'ap-northeast-1',
    userPoolId: 'ap-northeast-1_TEST',
    userPoolClientId: 'client',
    userPoolEndpoint: null,
    oauthDomain: null,
    marketingUrl: null,
  })
  vi.spyOn(page, 'reload').mockReturnValue()
  vi.spyOn(page, 'leaveFor').mockReturnValue()
  vi.spyOn(page, 'setRoute').mockReturnValue()
  Object.values(auth).forEach(operation => operation.mockReset())
  drawPdfAs()
  auth.fetchAuthSession.mockResolvedValue({})
  auth.signOut.mockResolvedValue(undefined)
  await startI18n('ja-JP')
})

afterEach(() => {
  cleanup()
  // Notices of a test, and where it has them shown, are none of the next one's, which may share its modules.
  setNoticeBoard({ show: () => undefined, dismiss: () => undefined })
  setNoticeBoard(null)
  server.resetHandlers()
  queryClient.clear()
  forgetSession()
  localStorage.clear()
  sessionStorage.clear()
  vi.restoreAllMocks()
  expect(unanswered, 'requests that no handler answers').toEqual([])
})

afterAll(() => server.close())
