import { companyQuery } from '@/shared/api/company'
import { departmentsQuery } from '@/shared/api/departments'
import { type Me, meQuery } from '@/shared/api/me'
import { queryClient } from '@/shared/api/queryClient'
import { showLocale } from '@/shared/i18n/i18n'
import { keepDraftsOf } from '@/shared/lib/drafts'
import { rememberSession } from './lost'
import { idToken } from './token'

/** Whether somebody is logged in, and who. */
export type Session = { status: 'anonymous' } | { status: 'active'; me: Me }

let start: Promise<Session> | undefined

async function initialise(): Promise<Session> {
  if (!(await idToken())) {
    queryClient.clear()
    return { status: 'anonymous' }
  }
  const me = await queryClient.fetchQuery(meQuery())
  keepDraftsOf({ personId: me.id, companyId: me.company_id })
  // Nearly every screen needs both; a screen that needs one says itself when it cannot have it.
  await Promise.allSettled([
    queryClient.prefetchQuery(companyQuery(me.company_id)),
    queryClient.prefetchQuery(departmentsQuery(me.company_id)),
    rememberSession(),
    // The language of the account goes with the person from device to device.
    showLocale(me.locale),
  ])
  return { status: 'active', me }
}

/**
 * The session, initialised once a page load; every navigation waits for it. A failure (no connection, say) is
 * thrown and tried again by the next navigation.
 */
export function session(): Promise<Session> {
  start ??= initialise().catch((error: unknown) => {
    start = undefined
    throw error
  })
  return start
}

/** Forgets what was initialised; for tests, which load no page anew. */
export function forgetSession(): void {
  start = undefined
}
