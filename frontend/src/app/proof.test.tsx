import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { ApiError } from '@/shared/api/error'
import { http } from '@/shared/api/client'
import { reportError } from '@/shared/api/queryClient'
import { askProof } from '@/shared/auth/proof'
import { page } from '@/shared/lib/browser'
import { asPerson, company } from '@/test/fixtures'
import { renderRoutes, renderScreen } from '@/test/render'
import { done, keep } from '@/test/requests'
import { FactorDemand } from './FactorDemand'
import { ProofGuard } from './ProofGuard'

const address = '198.51.100.7'
const remove = (ip = address) => http.DELETE('/companies/{id}/whitelist_ips/{ip}', { params: { path: { id: company.id, ip } } })
const refused = () => HttpResponse.json({ code: 'session.reauthenticate', detail: 'この操作には、パスワードの再入力が必要です。' }, { status: 409 })

test('a change that needs the password again asks for it, and is sent once more', async () => {
  asPerson()
  const sent = keep('delete', `*/api/v1/companies/${company.id}/whitelist_ips/${address}`, (_, count) => (count === 1 ? refused() : done()))
  const proofs = keep('post', '*/api/v1/users/me/reauthentication', ({ body }) =>
    (body as { password: string }).password === 'right' ? HttpResponse.json({}) : HttpResponse.json({ code: 'input.invalid', detail: 'x', fields: [{ path: 'password', code: 'password.wrong', detail: '現在のパスワードが正しくありません。' }] }, { status: 400 }),
  )
  renderScreen(<ProofGuard email="a@b.example" />)
  const answer = remove()
  expect(await screen.findByRole('dialog', { name: '本人確認' })).toBeVisible()
  await userEvent.type(screen.getByLabelText(/パスワード/), 'wrong{Enter}')
  expect(await screen.findByText('現在のパスワードが正しくありません。')).toBeVisible()
  expect(sent).toHaveLength(1)
  await userEvent.clear(screen.getByLabelText(/パスワード/))
  await userEvent.type(screen.getByLabelText(/パスワード/), 'right{Enter}')
  expect((await answer).response.status).toBe(204)
  expect(sent).toHaveLength(2)
  expect(proofs).toHaveLength(2)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('who declines gets the refusal, and so does a request when nothing can ask', async () => {
  asPerson()
  const sent = keep('delete', `*/api/v1/companies/${company.id}/whitelist_ips/:ip`, refused)
  renderScreen(<ProofGuard email="a@b.example" />)
  const both = Promise.allSettled([remove(), remove('198.51.100.8')])
  await userEvent.click(await screen.findByRole('button', { name: 'キャンセル' }))
  for (const one of await both) expect(one).toMatchObject({ status: 'rejected', reason: { code: 'session.reauthenticate' } })
  expect(sent).toHaveLength(2)
  const waiting = askProof()
  cleanup()
  expect(await waiting).toBe(false)
  await expect(remove()).rejects.toBeInstanceOf(ApiError)
})

test('a second factor is announced until it is due, and then demanded', async () => {
  asPerson()
  const routes = (due: string) => ['/sds/list', '/2fa/enroll/totp'].map(path => ({ path, element: <FactorDemand due={due} /> }))
  const coming = renderRoutes(routes(new Date(Date.now() + 86_400_000).toISOString()), '/sds/list')
  expect(await screen.findByText(/までに二要素認証の設定が必要です。/)).toBeVisible()
  expect(coming.state.location.pathname).toBe('/sds/list')
  await userEvent.click(screen.getByRole('link', { name: '設定する' }))
  await waitFor(() => expect(coming.state.location.pathname).toBe('/2fa/enroll/totp'))
  const past = renderRoutes(routes(new Date(Date.now() - 1000).toISOString()), '/sds/list')
  await waitFor(() => expect(past.state.location.pathname).toBe('/2fa/enroll/totp'))
})

test('a refusal for want of a second factor leads to the set-up, and does not end the session', () => {
  const go = vi.spyOn(page, 'go').mockImplementation(() => undefined)
  const reload = vi.spyOn(page, 'reload').mockImplementation(() => undefined)
  reportError(new ApiError({ status: 403, method: 'GET', path: '/api/v1/companies/x/users', code: 'session.second_factor_required' }), 'read')
  expect(go).toHaveBeenCalledWith('/2fa/enroll/totp')
  expect(reload).not.toHaveBeenCalled()
})
