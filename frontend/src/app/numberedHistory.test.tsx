import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { RouterProvider, createHashRouter } from 'react-router'
import { expect, it } from 'vitest'
import { hasUnsaved, useUnsaved } from '@/shared/lib/unsaved'
import { LeaveGuard } from '@/shared/ui/LeaveGuard'
import { numberHistory } from './numberedHistory'

function Form() {
  useUnsaved(true, { part: 'form' })
  return <p>form</p>
}

it('an address typed by hand is blocked, proceeds when confirmed, and leaves the history in order', async () => {
  const remember = numberHistory()
  const routes = ['/start', '/form', '/other'].map(path => ({
    path,
    element: (
      <>
        {path === '/form' ? <Form /> : <p>{path}</p>}
        <LeaveGuard />
      </>
    ),
  }))
  window.location.hash = '#/start'
  const router = createHashRouter(routes)
  router.subscribe(remember)
  render(<RouterProvider router={router} />)
  await router.navigate('/form')
  expect(await screen.findByText('form')).toBeVisible()
  // An effect registers it after the form is shown.
  await waitFor(() => expect(hasUnsaved()).toBe(true))
  for (const answer of ['編集に戻る', '変更を破棄']) {
    window.location.hash = '#/other'
    await screen.findByRole('alertdialog')
    expect(screen.getByText('form')).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: answer }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  }
  expect(await screen.findByText('/other')).toBeVisible()
  await router.navigate(-1)
  expect(await screen.findByText('form')).toBeVisible()
  await waitFor(() => expect(window.location.hash).toBe('#/form'))
})
