import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { asPerson, person } from '@/test/fixtures'
import { renderScreen } from '@/test/render'
import { done, keep, problem } from '@/test/requests'
import { server } from '@/test/server'
import { ProvisioningPage } from './ProvisioningPage'

const root = '*/api/v1/companies/:company/provisioning_tokens'
const entry = (id: string, name: string, more = {}) => ({ id, name, created_at: '2026-04-01T00:00:00Z', created_by: '山田 太郎', expired: false, ...more })

function show(...items: ReturnType<typeof entry>[]) {
  const me = person()
  me.role.permissions.push('COMPANY_EDIT')
  asPerson(me)
  server.use(http.get(root, () => HttpResponse.json({ items, total: items.length, max: 2, base_url: 'https://anzen.example/scim/v2' })))
  renderScreen(<ProvisioningPage />)
}

test('a token is made, shown once, and a refused name is said at its field', async () => {
  show()
  const address = await screen.findByLabelText('SCIMエンドポイントのURL（テナントURL）')
  await waitFor(() => expect(address).toHaveValue('https://anzen.example/scim/v2'))
  const sent = keep('post', root, (_, count) => (count === 1 ? problem(409, '同じ名前です。')() : HttpResponse.json({ ...entry('t1', 'Okta'), token: 'anzen_scim_secret' }, { status: 201 })))
  await userEvent.click(screen.getByRole('button', { name: 'トークンを発行' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'トークンの発行' }))
  const field = dialog.getByLabelText(/^名前/)
  await userEvent.click(dialog.getByRole('button', { name: '発行' }))
  expect(field).toHaveAccessibleDescription(/必須/)
  await userEvent.type(field, 'Okta')
  await userEvent.click(dialog.getByRole('button', { name: '発行' }))
  await waitFor(() => expect(field).toHaveAccessibleDescription('同じ名前です。'))
  await userEvent.click(dialog.getByRole('button', { name: '発行' }))
  const made = within(await screen.findByRole('dialog', { name: 'トークンを発行しました' }))
  expect(made.getByLabelText('シークレットトークン')).toHaveValue('anzen_scim_secret')
  await userEvent.keyboard('{Escape}')
  expect(screen.getByRole('dialog', { name: 'トークンを発行しました' })).toBeVisible()
  await userEvent.click(made.getByRole('button', { name: '閉じる' }))
  await waitFor(() => expect(screen.queryByDisplayValue('anzen_scim_secret')).toBeNull())
  expect(sent.map(({ body }) => Object.keys(body as object).sort())).toEqual([['expires_at', 'name'], ['expires_at', 'name']])
})

test('two tokens are the most, and one is ended after a question', async () => {
  show(entry('t1', 'Microsoft Entra ID', { last_used_at: '2026-11-20T01:00:00Z' }), entry('t2', 'Okta', { expired: true, expires_at: '2026-05-01T00:00:00Z' }))
  const removed = keep('delete', `${root}/:entry`, done)
  expect(await screen.findByText('期限切れ')).toBeVisible()
  expect(screen.getByRole('button', { name: 'トークンを発行' })).toBeDisabled()
  await userEvent.click(screen.getByRole('button', { name: 'トークン「Okta」を終了' }))
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '終了' }))
  await waitFor(() => expect(screen.getByText('トークンを終了しました。')).toBeVisible())
  expect(removed.map(({ url }) => url.pathname.split('/').at(-1))).toEqual(['t2'])
})
