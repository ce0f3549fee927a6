import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { asPerson, person } from '@/test/fixtures'
import { renderScreen } from '@/test/render'
import { done, keep, problem } from '@/test/requests'
import { server } from '@/test/server'
import { AllowListPage } from './AllowListPage'

const root = '*/api/v1/companies/:company/whitelist_ips'
const entry = (address: string, name = '') => ({ id: address.replace('/', '_'), ip_address: address, name, created_at: '2026-04-01T00:00:00Z' })

function show(...items: ReturnType<typeof entry>[]) {
  const me = person()
  me.role.permissions.push('ALLOWED_IP_ADDRESS_CREATE', 'ALLOWED_IP_ADDRESS_DELETE')
  asPerson(me)
  server.use(
    http.get(root, () => HttpResponse.json({ items, total: items.length, max: 100 })),
    http.get('*/api/v1/utils/get-client-ip', () => HttpResponse.json({ ip: '203.0.113.7' })),
  )
  renderScreen(<AllowListPage />)
}

test('the own address is offered, and an address that locks the user out is told before it is added', async () => {
  show()
  const sent = keep('post', root, (_, count) => (count === 1 ? problem(409, '現在の接続元が含まれません。')() : HttpResponse.json(entry('203.0.113.7'), { status: 201 })))
  await userEvent.click(await screen.findByRole('button', { name: 'IPアドレスを追加' }))
  const dialog = within(screen.getByRole('dialog'))
  const field = dialog.getByLabelText(/^IPアドレス/)
  await userEvent.type(field, '198.51.100.0/24')
  expect(await dialog.findByText(/ご自身も利用できなくなります/)).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: '追加' }))
  await waitFor(() => expect(field).toHaveAccessibleDescription('現在の接続元が含まれません。'))
  expect(dialog.queryByText(/ご自身も利用できなくなります/)).toBeNull()
  await userEvent.click(await dialog.findByRole('button', { name: '現在の接続元（203.0.113.7）を入力' }))
  expect(field).toHaveValue('203.0.113.7')
  expect(dialog.queryByText(/ご自身も利用できなくなります/)).toBeNull()
  await userEvent.click(dialog.getByRole('button', { name: '追加' }))
  await waitFor(() => expect(screen.getByText('IPアドレスを追加しました。')).toBeVisible())
  expect(sent.map(({ body }) => body)).toEqual([
    { ip_address: '198.51.100.0/24', name: '' },
    { ip_address: '203.0.113.7', name: '' },
  ])
})

test('the entry that lets the user in cannot be deleted, others can', async () => {
  show(entry('203.0.113.0/24', '本社'), entry('198.51.100.1'))
  const removed = keep('delete', `${root}/:ip`, done)
  expect(await screen.findByText('現在の接続元')).toBeVisible()
  expect(screen.getByRole('button', { name: '203.0.113.0/24を削除' })).toBeDisabled()
  await userEvent.click(screen.getByRole('button', { name: '198.51.100.1を削除' }))
  await userEvent.click(await screen.findByRole('button', { name: '削除' }))
  await waitFor(() => expect(screen.getByText('IPアドレスを削除しました。')).toBeVisible())
  expect(removed.map(({ url }) => url.pathname.split('/').at(-1))).toEqual(['198.51.100.1'])
})
