import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { keepTrialAnswer } from '@/shared/auth/trialAnswer'
import { config, setConfig } from '@/shared/config/config'
import { page } from '@/shared/lib/browser'
import { asPerson, company, person } from '@/test/fixtures'
import { renderScreen } from '@/test/render'
import { done, keep, problem } from '@/test/requests'
import { server } from '@/test/server'
import { answerOf } from './lib/answer'
import { SamlLoginPage } from './SamlLoginPage'
import { SamlSettingPage } from './SamlSettingPage'

const path = '*/api/v1/companies/:company/saml_connections'
const provider = { acs_url: 'https://pool.example/saml2/idpresponse', entity_id: 'urn:amazon:cognito:sp:pool', name_id_format: 'urn:x', slo_url: 'https://pool.example/saml2/logout', domain_proof: 'anzen-domain-verification=x', missing_domains: [] }
const none = { ...provider, state: 'none', mail_domains: [] }
const active = { ...provider, state: 'active', version: 2, mail_domains: ['a.example'], updated_at: '2026-04-01T00:00:00Z', idp_entity_id: 'https://idp.example', idp_sign_in_url: 'https://idp.example/sso', idp_certificate_expires_at: '2020-01-01T00:00:00Z' }

test('an answer of the hosted pages is parsed', () => {
  const failed = (description: string) => answerOf(`?${new URLSearchParams({ error: 'invalid_request', error_description: description, state: 's' }).toString()}`)
  expect(answerOf('?code=c&state=s')).toEqual({ kind: 'code' })
  expect(answerOf('')).toEqual({ kind: 'failed', reason: 'failed' })
  expect(failed('Already found an entry for username abc_x ')).toEqual({ kind: 'linked' })
  expect(failed('PreSignUp failed with error saml.user_unknown. ')).toEqual({ kind: 'failed', reason: 'user_unknown' })
  expect(failed('PreSignUp failed with error saml.address_refused. ')).toEqual({ kind: 'failed', reason: 'address_refused' })
  expect(failed('PreSignUp failed with error timeout. ')).toEqual({ kind: 'failed', reason: 'failed' })
  expect(failed('saml.<b>')).toEqual({ kind: 'failed', reason: 'failed' })
  expect(failed('Invalid SAML response received: x')).toEqual({ kind: 'failed', reason: 'refused' })
  expect(failed('The identity provider is not supported by this client')).toEqual({ kind: 'failed', reason: 'provider_unknown' })
})

function show(connection: object) {
  const me = person()
  me.role.permissions.push('COMPANY_EDIT')
  asPerson(me, { ...company, active_features: ['saml'] })
  server.use(http.get(path, () => HttpResponse.json(connection)))
  renderScreen(<SamlSettingPage />)
}

test('a provider is connected by a file, over no version', async () => {
  show(none)
  const sent = keep('put', path, () => HttpResponse.json(active))
  await userEvent.type(await screen.findByLabelText(/^メールのドメイン/), 'A.example、b.example')
  const file = document.querySelector('input[type=file]') as HTMLInputElement
  fireEvent.change(file, { target: { files: [new File([new Uint8Array(512 * 1024 + 1)], 'large.xml')] } })
  expect(await screen.findByText(/上限（512KB）/)).toBeVisible()
  fireEvent.change(file, { target: { files: [new File(['<EntityDescriptor/>'], 'metadata.xml')] } })
  await waitFor(() => expect(screen.getByLabelText(/^メタデータ/)).toHaveValue('<EntityDescriptor/>'))
  expect(screen.queryByText(/上限（512KB）/)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: '接続する' }))
  await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ metadata: '<EntityDescriptor/>', mail_domains: ['A.example', 'b.example'], unknown_users: 'refuse', passwords: 'allow', sign_ins: 'allow' }]))
})

test('a connection in use changes without its metadata', async () => {
  show(active)
  const sent = keep('put', path, () => HttpResponse.json({ ...active, version: 4, unknown_users: 'create', passwords: 'allow' }))
  await userEvent.click(await screen.findByLabelText('登録されていないユーザーのログイン'))
  await userEvent.click(screen.getByRole('option', { name: '閲覧者として追加する' }))
  await userEvent.click(screen.getByLabelText('パスワードでのログイン'))
  await userEvent.click(screen.getByRole('option', { name: '禁止する（SAML認証のみ）' }))
  await userEvent.click(screen.getByRole('button', { name: '変更する' }))
  await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ mail_domains: ['a.example'], unknown_users: 'create', passwords: 'refuse', sign_ins: 'allow' }]))
})

test('a connection is disabled, and enabled again, without its metadata', async () => {
  show(active)
  let stored = { ...active, version: 2 }
  server.use(http.get(path, () => HttpResponse.json(stored)))
  const sent = keep('put', path, () => {
    stored = { ...stored, version: stored.version + 2, state: stored.state === 'active' ? 'disabled' : 'active' }
    return HttpResponse.json(stored)
  })
  await userEvent.click(await screen.findByLabelText('SAML認証でのログイン'))
  await userEvent.click(screen.getByRole('option', { name: '禁止する（停止）' }))
  await userEvent.click(screen.getByRole('button', { name: '変更する' }))
  expect(await screen.findByText(/SAML認証を停止しています。/)).toBeVisible()
  expect(screen.getByText('停止中')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'テストログインを実行' })).toBeNull()
  await userEvent.click(screen.getByLabelText('SAML認証でのログイン'))
  await userEvent.click(screen.getByRole('option', { name: '許可する' }))
  await userEvent.click(screen.getByRole('button', { name: '変更する' }))
  expect(await screen.findByText('接続中')).toBeVisible()
  expect(sent.map(({ body }) => body)).toMatchObject([{ sign_ins: 'refuse', mail_domains: ['a.example'] }, { sign_ins: 'allow' }])
})

test('a domain whose proof is gone is told before it stops', async () => {
  show({ ...active, missing_domains: [{ domain: 'a.example', since: '2026-04-02T00:00:00Z', stops_at: '2026-04-16T00:00:00Z' }] })
  const told = await screen.findByText(/ドメイン「a\.example」の所有を確認できません。/)
  expect(told).toHaveTextContent('_anzen.a.example')
  expect(told).toHaveTextContent(/2026.0?4.16/)
})

test('a connection whose last domain has stopped says so', async () => {
  show({ ...active, mail_domains: [] })
  expect(await screen.findByText(/すべてのドメインでのSAML認証が停止しています/)).toBeVisible()
})

test('an expired certificate is told, and the connection ends only after a question', async () => {
  show(active)
  const ended = keep('delete', path, done)
  expect(await screen.findByText(/有効期限が切れています/)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: '接続を解除' }))
  expect(ended).toHaveLength(0)
  await userEvent.click(screen.getAllByRole('button', { name: '接続を解除' }).at(-1) as HTMLElement)
  await waitFor(() => expect(ended).toHaveLength(1))
})

test('without the option the screen says how to get it', async () => {
  const me = person()
  asPerson(me)
  server.use(http.get(path, problem(402, 'SAML認証のご利用には')))
  renderScreen(<SamlSettingPage />)
  expect(await screen.findByText(/SAML認証/, { selector: '[role=alert] *' })).toBeVisible()
})

/** Begins a test, and returns as the hosted pages do; the request of the authorization is returned. */
async function trial(answer: (sent: URLSearchParams) => string, repeated = false): Promise<URLSearchParams> {
  const left = vi.mocked(page.leaveFor)
  if (!repeated) await userEvent.click(await screen.findByRole('button', { name: 'テストログインを実行' }))
  await waitFor(() => expect(left).toHaveBeenCalledTimes(1))
  const sent = new URL(left.mock.calls[0]?.[0] ?? '').searchParams
  left.mockClear()
  expect(keepTrialAnswer(answer(sent))).toBe(true)
  cleanup()
  return sent
}

const tokenOf = (claims: object) => `x.${btoa(JSON.stringify(claims))}.x`

test('a test login shows to whom it leads, and keeps no token', async () => {
  setConfig({ ...config(), oauthDomain: 'pool.example' })
  show(active)
  const exchanged: URLSearchParams[] = []
  const revoked: unknown[] = []
  server.use(
    http.post('https://pool.example/oauth2/token', async ({ request }) => {
      exchanged.push(new URLSearchParams(await request.text()))
      return HttpResponse.json({ id_token: tokenOf({ email: 'a@a.example', 'custom:asserted_email': 'b@a.example' }), refresh_token: 'refresh' })
    }),
    http.post('https://cognito-idp.*.amazonaws.com/', async ({ request }) => {
      revoked.push(await request.json())
      return HttpResponse.json({})
    }),
  )
  // Linked first, which the user pool ends: repeated once.
  const linked = (q: URLSearchParams) => `?${new URLSearchParams({ error: 'invalid_request', error_description: 'Already found an entry for username x', state: q.get('state') ?? '' }).toString()}`
  const first = await trial(linked)
  expect(first.get('idp_identifier')).toBe('a.example')
  expect(keepTrialAnswer(`?code=c&state=${first.get('state') ?? ''}`)).toBe(false)
  show(active)
  const second = await trial(q => `?code=c&state=${q.get('state') ?? ''}`, true)
  expect(second.get('state')).not.toBe(first.get('state'))
  show(active)
  const alert = await screen.findByText(/テストログインに成功しました。「a@a.example」/)
  expect(alert).toHaveTextContent('b@a.example')
  expect(exchanged).toHaveLength(1)
  const verifier = new TextEncoder().encode(exchanged[0]?.get('code_verifier') ?? '')
  expect(btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.digest('SHA-256', verifier)))).replaceAll('+', '-').replaceAll('/', '_').replace('=', '')).toBe(second.get('code_challenge'))
  expect(revoked).toEqual([{ ClientId: config().userPoolClientId, Token: 'refresh' }])
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('refresh')
})

test('a test login that fails says why, and an answer to no test is none', async () => {
  setConfig({ ...config(), oauthDomain: 'pool.example' })
  show(active)
  await trial(q => `?${new URLSearchParams({ error: 'invalid_request', error_description: 'PreSignUp failed with error saml.user_unknown. ', state: q.get('state') ?? '' }).toString()}`)
  show(active)
  expect(await screen.findByText(/ユーザーが、Anzenに登録されていません/)).toBeVisible()
  expect(keepTrialAnswer('?code=c&state=foreign')).toBe(false)
})

test('the link of an invitation fills in the address', () => {
  renderScreen(<SamlLoginPage />, '/saml/login?email=yuki%2Ba%40midori.example')
  expect(screen.getByLabelText(/^メールアドレス/)).toHaveValue('yuki+a@midori.example')
})
