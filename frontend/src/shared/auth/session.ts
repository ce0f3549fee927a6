import { companyQuery } from '@/shared/api/company'
import { departmentsQuery } from '@/shared/api/departments'
import { type Me, meQuery } from '@/shared/api/me'
import { queryClient } from '@/shared/api/queryClient'
import { showAccountLocale } from '@/shared/i18n/i18n'
import { keepDraftsOf } from '@/shared/lib/drafts'
import { endSession } from './end'
import { rememberSession } from './lost'
import { forgetOwner, watchOtherTabs } from './otherTabs'
import { idToken, storedCompany } from './token'

/** Whether a user is logged in, and which. */
export type Session = { status: 'anonymous' } | { status: 'active'; me: Me }

let start: Promise<Session> | undefined

async function initialise(): Promise<Session> {
  if (!(await idToken())) {
    queryClient.clear()
    return { status: 'anonymous' }
  }
  // Nearly every screen needs both; a screen reports itself what it could not load.
  const readCompany = (id: string) => [queryClient.prefetchQuery(companyQuery(id)), queryClient.prefetchQuery(departmentsQuery(id))]
  const companyId = storedCompany()
  if (companyId) void Promise.allSettled(readCompany(companyId))
  const me = await queryClient.fetchQuery(meQuery())
  watchOtherTabs(() => void endSession('tokenInvalidated'))
  keepDraftsOf({ personId: me.id, companyId: me.company_id })
  await Promise.allSettled([
    ...readCompany(me.company_id),
    rememberSession(),
    showAccountLocale(me.locale),
  ])
  return { status: 'active', me }
}

/**
 * The session, initialised once per page load; every navigation waits for it. A failure (such as no
 * connection) is thrown and retried by the next navigation.
 */
export function session(): Promise<Session> {
  start ??= initialise().catch((error: unknown) => {
    start = undefined
    throw error
  })
  return start
}

/** Resets the initialisation; for tests, which do not reload the page. */
export function forgetSession(): void {
  start = undefined
  forgetOwner()
}
