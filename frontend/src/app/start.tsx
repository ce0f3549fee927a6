import { StrictMode, startTransition } from 'react'
import type { Root } from 'react-dom/client'
import { keepTrialAnswer } from '@/shared/auth/trialAnswer'
import { config } from '@/shared/config/config'
import { page } from '@/shared/lib/browser'
import { isFromHostedPages, paths } from '@/shared/lib/paths'
import { App } from './App'
import { makeRouter } from './router'

/** Resolves once the first screen can be drawn. */
const initialised = (router: ReturnType<typeof makeRouter>) =>
  new Promise<void>(resolve => {
    const stop = router.subscribe(({ initialized }) => settle(initialized))
    const settle = (done: boolean) => {
      if (!done) return
      stop()
      resolve()
    }
    settle(router.state.initialized)
  })

/** Draws the whole dashboard. The router is created here and not while rendering: it begins to load the first screen at once. */
export async function startApp(root: Root): Promise<void> {
  // The hosted sign-in pages return with a code or an error in the query.
  if (config().oauthDomain && isFromHostedPages(window.location.search) && !keepTrialAnswer(window.location.search)) page.setRouteOfQuery(paths.samlCallback)
  const router = makeRouter()
  // Until then the page's own mark stays.
  await initialised(router)
  // Drawn in slices, so that the page stays responsive.
  startTransition(() =>
    root.render(
      <StrictMode>
        <App router={router} />
      </StrictMode>,
    ),
  )
}
