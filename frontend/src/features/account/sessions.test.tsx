import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import type { SignedSession } from '@/shared/api/sessions'
import { asPerson } from '@/test/fixtures'
import { renderScreen } from '@/test/render'
import { server } from '@/test/server'
import { Sessions } from './components/Sessions'
import { SignInHistory } from './components/SignInHistory'

const session = (id: string, more: Partial<SignedSession> = {}): SignedSession => ({
  id, current: false, browser: 'Chrome', system: 'Windows', address: '203.0.113.7', signed_in_at: '2026-11-20T00:00:00Z', last_used_at: '2026-11-23T01:02:00Z', ...more,
})

/** Serves sessions, of which those are removed that the dashboard ends. */
function serve(all: SignedSession[]) {
  const sent: unknown[] = []
  server.use(
    http.get('*/api/v1/users/me/sessions', () => HttpResponse.json({ items: all, session_idle_hours: 12 })),
    http.post('*/api/v1/users/me/sign-out', async ({ request }) => {
      const body = (await request.json()) as { scope: string; session?: string }
      sent.push(body)
      all = all.filter(({ id, current }) => current || (body.scope === 'session' && id !== body.session))
      return new HttpResponse(null, { status: 204 })
    }),
  )
  return sent
}

test('my page lists the sessions with device, address and last use, and ends one, then all others', async () => {
  asPerson()
  const sent = serve([session('here', { current: true }), session('phone', { browser: 'Safari', system: 'iPhone' }), session('odd', { browser: undefined, system: undefined, address: undefined })])
  renderScreen(<Sessions />)
  const user = userEvent.setup()
  const here = (await screen.findByText('Chrome（Windows）')).closest('li')
  expect(here).toHaveTextContent('この端末')
  expect(here).toHaveTextContent('IPアドレス：203.0.113.7')
  expect(within(here as HTMLElement).queryByRole('button')).toBeNull()
  expect(screen.getByText('不明な端末')).toBeVisible()
  expect(screen.getByText('12時間利用しないと、自動的にログアウトします。')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Safari（iPhone）をログアウトさせる' }))
  await user.click(within(await screen.findByRole('alertdialog', { name: 'この端末をログアウトさせますか？' })).getByRole('button', { name: 'ログアウトさせる' }))
  await waitFor(() => expect(screen.queryByText('Safari（iPhone）')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'ほかのすべての端末をログアウトさせる' }))
  await user.click(within(await screen.findByRole('alertdialog', { name: 'ほかのすべての端末をログアウトさせますか？' })).getByRole('button', { name: 'ログアウトさせる' }))
  await waitFor(() => expect(screen.queryByText('不明な端末')).toBeNull())
  expect(sent).toEqual([{ scope: 'session', session: 'phone' }, { scope: 'others' }])
  expect(screen.queryByRole('button', { name: 'ほかのすべての端末をログアウトさせる' })).toBeNull()
})

test('my page shows the last logins with their results, and all of them on request', async () => {
  asPerson()
  const entry = (more: object) => ({ at: '2026-11-23T01:02:00Z', completed: true, browser: 'Chrome', system: 'Windows', ...more })
  const items = [entry({ address: '203.0.113.7' }), entry({ completed: false, attempts: 3 }), entry({ new_device: true, browser: undefined, system: undefined }), ...Array.from({ length: 4 }, () => entry({}))]
  server.use(http.get('*/api/v1/users/me/sign-ins', () => HttpResponse.json({ items })))
  renderScreen(<SignInHistory />)
  const list = await screen.findByRole('list')
  const rows = within(list).getAllByRole('listitem')
  expect(rows).toHaveLength(5)
  expect(rows[0]).toHaveTextContent('成功')
  expect(rows[0]).toHaveTextContent('IPアドレス：203.0.113.7')
  expect(rows[1]).toHaveTextContent('失敗（3回）')
  expect(rows[2]).toHaveTextContent('新しい端末')
  expect(rows[2]).toHaveTextContent('不明な端末')
  await userEvent.click(screen.getByRole('button', { name: 'すべて表示（7件）' }))
  expect(within(list).getAllByRole('listitem')).toHaveLength(7)
})
