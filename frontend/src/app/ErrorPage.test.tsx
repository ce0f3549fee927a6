import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { page } from '@/shared/lib/browser'
import { lazyScreen } from '@/shared/lib/lazyScreen'
import { renderRoutes } from '@/test/render'
import { ErrorPage } from './ErrorPage'

const Screen = () => <p>drawn</p>
const gone = new TypeError('Failed to fetch dynamically imported module: /static/Page-abc.js')

describe('a screen that cannot be loaded', () => {
  it('leaves its surroundings, and loads by itself when there is a connection', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const load = vi.fn<() => Promise<typeof Screen>>().mockRejectedValueOnce(gone).mockResolvedValue(Screen)
    const router = renderRoutes(
      [{ errorElement: <ErrorPage />, children: [{ path: '/here', element: <p>here</p> }, { path: '/there', lazy: lazyScreen(load) }] }],
      '/here',
    )
    await router.navigate('/there?page=2')
    expect(await screen.findByRole('heading', { name: '接続できないため、画面を開けません' })).toBeVisible()
    online.mockReturnValue(true)
    window.dispatchEvent(new Event('online'))
    expect(await screen.findByText('drawn')).toBeVisible()
    await waitFor(() => expect(router.state.location).toMatchObject({ pathname: '/there', search: '?page=2' }))
    expect(page.reload).not.toHaveBeenCalled()
  })

  it('is loaded again on the next visit', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const load = vi.fn<() => Promise<typeof Screen>>().mockRejectedValueOnce(gone).mockResolvedValue(Screen)
    const router = renderRoutes([{ errorElement: <ErrorPage />, children: [{ path: '/here', element: <p>here</p> }, { path: '/there', lazy: lazyScreen(load) }] }], '/here')
    await router.navigate('/there')
    expect(await screen.findByRole('heading', { name: '接続できないため、画面を開けません' })).toBeVisible()
    await router.navigate('/here')
    expect(await screen.findByText('here')).toBeVisible()
    online.mockReturnValue(true)
    await router.navigate('/there')
    await waitFor(() => expect(screen.queryByText('here')).toBeNull())
    // At once: not only at the next automatic retry.
    expect(screen.getByText('drawn')).toBeVisible()
    expect(load).toHaveBeenCalledTimes(2)
  })

  it('because a new version has replaced it reloads the page, once, at the requested address', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response())
    const load = vi.fn<() => Promise<typeof Screen>>().mockRejectedValue(gone)
    const addresses: string[] = []
    const router = renderRoutes([{ errorElement: <ErrorPage />, children: [{ path: '/here', element: <p>here</p> }, { path: '/there', lazy: lazyScreen(load) }] }], '/here')
    vi.mocked(page.reload).mockImplementation(() => void addresses.push(router.state.location.pathname))
    await router.navigate('/there')
    expect(await screen.findByRole('heading', { name: '新しいバージョンがあります' })).toBeVisible()
    await router.navigate('/here')
    expect(await screen.findByText('here')).toBeVisible()
    await router.navigate('/there')
    expect(await screen.findByRole('heading', { name: '新しいバージョンがあります' })).toBeVisible()
    expect(addresses).toEqual(['/there'])
  })
})
