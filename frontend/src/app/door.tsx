import { type ComponentType, StrictMode, useState } from 'react'
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
import { focusTitle, pageTitle } from './focusTitle'
import { PublicFrame } from './PublicFrame'
import { Themed } from './Themed'

const loadApp = () => import('./start')
const loadVerify = async () => (await import('@/features/auth/Verify')).Verify

/** A step of the login: the password, or a code. */
type Step = ComponentType<{ search: URLSearchParams }>

function Door({ Step }: { Step: Step }) {
  // The address changes only by leaving; until the other screen is loaded, the login stays.
  const [{ searchParams }] = useState(() => routeIn(window.location))
  return (
    <Themed>
      <PublicFrame>
        <Step search={searchParams} />
      </PublicFrame>
      <NoticeHost />
    </Themed>
  )
}

/**
 * Draws the login alone. Signing in restarts the page; any other screen loads the dashboard, which draws it.
 */
export async function openDoor(root: Root): Promise<void> {
  const { pathname, search } = routeIn(window.location)
  if (pathname !== paths.login) page.setRoute(loginAddress(pathname + search))
  await textsReady()
  const draw = (key: string, Step: Step = Login) =>
    root.render(
      <StrictMode>
        <Door key={key} Step={Step} />
      </StrictMode>,
    )
  const stop = [...[loadSignIn, loadApp].map(loadAhead), followLogin()]
  const leave = async () => {
    const { pathname } = routeIn(window.location)
    if (pathname === paths.login) return draw(window.location.hash)
    try {
      if (pathname === paths.loginVerify) {
        const Verify = await loadChunk(loadVerify)
        await textsReady()
        return draw(window.location.hash, Verify)
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
  draw(window.location.hash)
}
