import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import type { Passkey } from '@/shared/api/passkeys'
import { asPerson } from '@/test/fixtures'
import { renderScreen } from '@/test/render'
import { server } from '@/test/server'
import { Passkeys } from './components/Passkeys'

const key = (id: string, name: string): Passkey => ({ id, name, created_at: '2026-11-20T01:00:00Z' })
const options = { challenge: 'AAAA', rp: { id: 'localhost' } }

afterEach(() => vi.unstubAllGlobals())

/** A browser that makes the passkey "made", or fails as `fail` says. */
function browser(fail: () => Error | null = () => null) {
  class Credential {
    static parseCreationOptionsFromJSON = (given: unknown) => given
    toJSON = () => ({ id: 'made', type: 'public-key' })
  }
  const asked: unknown[] = []
  vi.stubGlobal('PublicKeyCredential', Credential)
  vi.stubGlobal('navigator', {
    userAgent: 'Mozilla/5.0 (Windows NT 10.0) Chrome/142.0.0.0 Safari/537.36',
    language: 'ja-JP',
    languages: ['ja-JP'],
    onLine: true,
    credentials: {
      get: () => Promise.resolve(null),
      create: (given: unknown) => {
        asked.push(given)
        const error = fail()
        return error ? Promise.reject(error) : Promise.resolve(new Credential())
      },
    },
  })
  return asked
}

/** Serves passkeys as the API does: those that the dashboard adds, renames and removes, and what it sent. */
function serve(items: Passkey[], limit = 10, refuse: (path: string) => Response | null = () => null) {
  const sent: { method: string; path: string; body: unknown }[] = []
  const on = (method: 'post' | 'patch' | 'delete', path: string, answer: (body: never, id: string) => Response) =>
    http[method](`*/api/v1/users/me/${path}`, async ({ request, params }) => {
      const text = await request.text()
      const body = (text ? JSON.parse(text) : null) as never
      sent.push({ method, path, body })
      return refuse(path) ?? answer(body, String(params.id))
    })
  const nothing = () => new HttpResponse(null, { status: 204 })
  server.use(
    http.get('*/api/v1/users/me/passkeys', () => HttpResponse.json({ items, limit })),
    on('post', 'reauthentication', (body: { password: string }) =>
      body.password === 'right' ? HttpResponse.json({ until: '2026-11-23T01:10:00Z' }) : HttpResponse.json({ code: 'input.invalid', detail: '入力内容を確認してください。', fields: [{ path: 'password', code: 'account.wrong_password', detail: 'パスワードが正しくありません。' }] }, { status: 400 }),
    ),
    on('post', 'passkeys/registration', () => HttpResponse.json({ options })),
    on('post', 'passkeys', (body: { name: string }) => {
      items = [...items, key('new', body.name)]
      return HttpResponse.json(items.at(-1), { status: 201 })
    }),
    on('patch', 'passkeys/:id', (body: { name: string }, id) => {
      items = items.map(one => (one.id === id ? { ...one, ...body } : one))
      return HttpResponse.json(items.find(one => one.id === id))
    }),
    on('delete', 'passkeys/:id', (_, id) => {
      items = items.filter(one => one.id !== id)
      return nothing()
    }),
  )
  return sent
}

function shown() {
  asPerson()
  renderScreen(<Passkeys email="taro@midori.example" />)
  return userEvent.setup()
}

async function prove(user: ReturnType<typeof userEvent.setup>, password: string) {
  await user.clear(await screen.findByLabelText(/パスワード/))
  await user.type(screen.getByLabelText(/パスワード/), password)
  await user.click(screen.getByRole('button', { name: '次へ' }))
}

test('a passkey is registered after the password, under a name that tells the device', async () => {
  const asked = browser()
  const sent = serve([])
  const user = shown()
  expect(await screen.findByText('登録されているパスキーはありません。')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'パスキーを登録する' }))
  await prove(user, 'wrong')
  expect(await screen.findByText('パスワードが正しくありません。')).toBeVisible()
  await prove(user, 'right')
  const name = await screen.findByLabelText(/パスキーの名前/)
  expect(name).toHaveValue('Chrome（Windows）')
  await user.clear(name)
  await user.click(screen.getByRole('button', { name: '登録する' }))
  expect(name).toHaveAccessibleDescription('必須項目です。')
  expect(asked).toEqual([])
  await user.type(name, '  社用PC')
  await user.click(screen.getByRole('button', { name: '登録する' }))
  expect(await screen.findByText('社用PC')).toBeVisible()
  expect(await screen.findByText(/パスキーを登録しました。/)).toBeVisible()
  expect(asked).toEqual([{ publicKey: options }])
  expect(sent.at(-1)).toEqual({ method: 'post', path: 'passkeys', body: { name: '  社用PC', credential: { id: 'made', type: 'public-key' } } })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('what the browser or the API refuses is said, and the name stays', async () => {
  const faults = [new DOMException('', 'NotAllowedError'), new DOMException('', 'InvalidStateError'), new DOMException('', 'NotSupportedError'), null]
  browser(() => faults.shift() ?? null)
  const sent = serve([], 10, path => (path === 'passkeys' ? HttpResponse.json({ code: 'passkey.refused', detail: 'このパスキーは登録できません。' }, { status: 400 }) : null))
  const user = shown()
  await user.click(await screen.findByRole('button', { name: 'パスキーを登録する' }))
  await prove(user, 'right')
  await user.type(await screen.findByLabelText(/パスキーの名前/), '2')
  for (const text of [/中止されたか、時間切れ/, /すでに登録されています/, /作成できませんでした/, /このパスキーは登録できません。/]) {
    await user.click(screen.getByRole('button', { name: '登録する' }))
    expect(await screen.findByRole('alert')).toHaveTextContent(text)
    expect(screen.getByLabelText(/パスキーの名前/)).toHaveValue('Chrome（Windows）2')
  }
  expect(sent.filter(({ path }) => path === 'passkeys')).toHaveLength(1)
})

test('a passkey is renamed, and removed after the password', async () => {
  browser()
  const sent = serve([key('a', 'iPhone'), key('b', '社用PC')])
  const user = shown()
  await user.click(await screen.findByRole('button', { name: '「iPhone」の名前を変更' }))
  const name = within(await screen.findByRole('dialog')).getByLabelText(/パスキーの名前/)
  await user.clear(name)
  await user.click(screen.getByRole('button', { name: '保存' }))
  expect(name).toHaveAccessibleDescription('必須項目です。')
  await user.type(name, '私物iPhone{Enter}')
  expect(await screen.findByText('私物iPhone')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: '「社用PC」を削除' }))
  expect(sent.some(({ method }) => method === 'delete')).toBe(false)
  await prove(user, 'right')
  await waitFor(() => expect(screen.queryByText('社用PC')).toBeNull())
  expect(screen.getByText('私物iPhone')).toBeVisible()
  expect(sent.at(-1)).toMatchObject({ method: 'delete', path: 'passkeys/:id' })
})

test('without WebAuthn, or with as many as one can have, nothing can be registered', async () => {
  vi.stubGlobal('PublicKeyCredential', undefined)
  serve([key('a', 'iPhone')])
  shown()
  expect(await screen.findByText(/お使いのブラウザはパスキーに対応していません/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'パスキーを登録する' })).toBeNull()
})

test('the most passkeys that one can have', async () => {
  browser()
  serve([key('a', 'iPhone'), key('b', '社用PC')], 2)
  shown()
  expect(await screen.findByText('登録できるパスキーは2個までです。使わないパスキーを削除すると、新しく登録できます。')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'パスキーを登録する' })).toBeNull()
})
