import { config } from '@/shared/config/config'
import { page } from '@/shared/lib/browser'
import { storeLoginState } from './loginState'
import { storedToken } from './stored'

/** Restarts the dashboard from the login once someone has logged in in another tab: all tabs of a browser share one session. The result stops it. */
export function followLogin(): () => void {
  const look = ({ key }: StorageEvent) => {
    if (!key?.startsWith('CognitoIdentityServiceProvider.') || !storedToken(config().userPoolClientId)) return
    storeLoginState('loggedIn')
    page.reload()
  }
  window.addEventListener('storage', look)
  return () => window.removeEventListener('storage', look)
}
