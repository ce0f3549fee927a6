import { hasStoredUser } from '@/shared/auth/stored'
import { isLoggedInPath, paths } from '@/shared/lib/paths'

/** Whether an address shows the login: it is the login's, or that of a screen for which somebody has to log in first. */
export function isAtDoor(route: URL): boolean {
  // The hosted sign-in pages return with a code, which their own screen takes.
  if (hasStoredUser() || window.location.search !== '') return false
  return route.pathname === paths.login || isLoggedInPath(route.pathname)
}
