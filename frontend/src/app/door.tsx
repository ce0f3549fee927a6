import { type ComponentType, StrictMode } from 'react'
import type { Root } from 'react-dom/client'
import { Login, loadSignIn } from '@/features/auth/Login'
import { followLogin } from '@/shared/auth/followLogin'
import { loginAddress } from '@/shared/auth/loginAddress'
import { textsReady } from '@/shared/i18n/i18n'
import { loadAhead } from '@/shared/lib/ahead'
import { page, routeIn } from '@/shared/lib/browser'
import { loadChunk } from '@/shared/lib/chunks'
import { paths } from '@/shared/lib/paths'
import { NoticeHost } from '@/shared/ui/NoticeHost'
import { notify } from '@/shared/ui/notify'
import { isAtDoor } from './atDoor'
import { focusTitle, pageTitle } from './focusTitle'
import { PublicFrame } from './PublicFrame'
import { Themed } from './Themed'

const loadApp = () => import('./start')
const loadVerify = async () => (await import('@/features/auth/Verify')).Verify

/** A step of the login: the password, or a code. */
type Step = ComponentType<{ search: URLSearchParams }>

function Door({ Step, search }: { Step: Step; search: URLSearchParams }) {
  return (
    <Themed>
      <PublicFrame>
        <Step search={search} />
      </PublicFrame>
      <NoticeHost />
    </Themed>
  )
}

/** Sets the login's address in the place of one for which somebody has to log in first. */
function setLoginAddress({ pathname, search }: URL): void {
  if (pathname !== paths.login) page.setRoute(loginAddress(pathname + search))
}

/**
 * Draws the login alone, and again for an address that needs one: what has been typed stays. Signing in restarts the page; any
 * other screen loads the dashboard, which draws it, and until then the login stays.
 */
export async function openDoor(root: Root): Promise<void> {
  setLoginAddress(routeIn(window.location))
  await textsReady()
  const draw = (Step: Step = Login) =>
    root.render(
      <StrictMode>
        <Door key={Step === Login ? paths.login : window.location.hash} Step={Step} search={routeIn(window.location).searchParams} />
      </StrictMode>,
    )
  const stop = [...[loadSignIn, loadApp].map(loadAhead), followLogin()]
  const leave = async () => {
    const route = routeIn(window.location)
    if (isAtDoor(route)) {
      setLoginAddress(route)
      return draw()
    }
    try {
      if (route.pathname === paths.loginVerify) {
        const Verify = await loadChunk(loadVerify)
        await textsReady()
        return draw(Verify)
      }
      const { startApp } = await loadChunk(loadApp)
      window.removeEventListener('hashchange', onHash)
      for (const end of stop) end()
      const former = pageTitle()
      await startApp(root)
      focusTitle(former)
    } catch {
      // The login is still there, and a link can be tried again.
      page.setRoute(paths.login)
      notify({ key: 'errors.network', color: 'error' })
    }
  }
  const onHash = () => void leave()
  window.addEventListener('hashchange', onHash)
  draw()
}
