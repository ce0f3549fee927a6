import { screen, waitFor } from '@testing-library/react'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { App } from './App'

/** Takes longer than React draws without a pause. */
function busy(then: () => void): void {
  const end = performance.now() + 10
  while (performance.now() < end);
  then()
}

function Slow({ onDrawn }: { onDrawn: () => void }) {
  busy(onDrawn)
  return <p>first</p>
}

it('a navigation while the first screen is being drawn is followed', async () => {
  // Not within `act`, which draws without pauses.
  const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }
  environment.IS_REACT_ACT_ENVIRONMENT = false
  let navigated = false
  const leave = () => {
    if (!navigated) setTimeout(() => void router.navigate('/second'))
    navigated = true
  }
  const router = createMemoryRouter([
    { path: '/', element: Array.from({ length: 50 }, (_, i) => <Slow key={i} onDrawn={leave} />) },
    { path: '/second', element: <h1>second</h1> },
  ])
  router.subscribe(() => undefined)
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  try {
    startTransition(() => root.render(<App router={router} />))
    await waitFor(() => expect(router.state.location.pathname).toBe('/second'))
    expect(await screen.findByRole('heading', { name: 'second' })).toBeVisible()
  } finally {
    root.unmount()
    environment.IS_REACT_ACT_ENVIRONMENT = true
  }
})
