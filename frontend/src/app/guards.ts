import { type MiddlewareFunction, redirect } from 'react-router'
import { loginAddress } from '@/shared/auth/loginAddress'
import { type Permission, can } from '@/shared/auth/permissions'
import { session } from '@/shared/auth/session'
import { config } from '@/shared/config/config'
import { page } from '@/shared/lib/browser'
import { paths, redirectTarget } from '@/shared/lib/paths'

/* Access to routes (specification, section 2). All guards wait until the session is initialised. */

type Guard = MiddlewareFunction

const query = (request: Request) => new URL(request.url).searchParams

/** Redirects users who are not logged in to the login page, which leads back here, unless they have just logged out. */
export const requireLogin: Guard = async ({ request }) => {
  if ((await session()).status === 'active') return
  const { pathname, search } = new URL(request.url)
  throw redirect(loginAddress(pathname + search))
}

/** Redirects logged-in users to the requested page, or to the upload screen. */
export const requireLoggedOut: Guard = async ({ request }) => {
  if ((await session()).status === 'active') throw redirect(redirectTarget(query(request).get('redirect')))
}

/** Redirects users who lack all of the permissions; used below requireLogin. */
export function requirePermission(permissions: readonly Permission[], otherwise: string): Guard {
  return async () => {
    const current = await session()
    if (current.status === 'active' && !permissions.some(permission => can(current.me, permission))) throw redirect(otherwise)
  }
}

/** Leaves for a page of the marketing site; without one, for `otherwise`, or the login page or the SDS list. */
export function toMarketingSite(path = '', otherwise?: () => string): Guard {
  return async () => {
    const { marketingUrl } = config()
    if (marketingUrl) {
      page.leaveFor(marketingUrl + path)
      // The page is being left: nothing is rendered meanwhile.
      await new Promise(() => undefined)
    }
    if (otherwise) throw redirect(otherwise())
    throw redirect((await session()).status === 'active' ? paths.sdsList : paths.login)
  }
}
