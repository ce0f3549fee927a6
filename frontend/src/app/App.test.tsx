import { render, screen, waitFor } from '@testing-library/react'
import { act } from 'react'
import { createMemoryRouter } from 'react-router'
import { expect, it, vi } from 'vitest'
import { notify } from '@/shared/ui/notify'
import { App } from './App'

const loading = vi.hoisted(() => vi.fn())
vi.mock('@/shared/ui/Notices', () => {
  loading()
  throw new Error('injected')
})

it('a notices part that cannot be loaded does not affect the screen', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  render(<App router={createMemoryRouter([{ path: '/', element: <p>here</p> }])} />)
  expect(await screen.findByText('here')).toBeVisible()
  // Before the first notice there is nothing to load.
  expect(loading).not.toHaveBeenCalled()
  act(() => void notify({ text: 'first' }))
  await waitFor(() => expect(loading).toHaveBeenCalled())
  // It has failed by then: its hidden error is rendered.
  await waitFor(() => expect(screen.getByText('この部分を表示できませんでした')).toBeInTheDocument())
  expect(screen.getByText('here')).toBeVisible()
})
