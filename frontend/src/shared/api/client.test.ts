import { HttpResponse, delay, http as mock } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { setConfig, config } from '@/shared/config/config'
import { startI18n } from '@/shared/i18n/i18n'
import { times } from '@/shared/lib/limits'
import { auth, logIn } from '@/test/auth'
import { server } from '@/test/server'
import { http, publicHttp } from './client'
import { ApiError, SessionLostError } from './error'

const company = '3f8e9c4e-53a5-4f0e-9c8f-0f4f6c1d2b3a'
const sheets = '*/api/v1/companies/:id/sdses'
const list = () => http.GET('/companies/{id}/sdses', { params: { path: { id: company } } })
const request = (sheet: string) =>
  http.POST('/sdses/{sdsId}/reanalysis', { params: { path: { sdsId: sheet } }, body: { comment: 'もう一度' } })

describe('a call', () => {
  test('carries token and language', async () => {
    logIn('the-token')
    const seen: Headers[] = []
    server.use(
      mock.get(sheets, ({ request: { headers } }) => {
        seen.push(headers)
        return HttpResponse.json({ items: [], total: 0 })
      }),
    )
    await list()
    await startI18n('en-US')
    await list()
    expect(seen.map(headers => headers.get('Authorization'))).toEqual(['Bearer the-token', 'Bearer the-token'])
    expect(seen.map(headers => headers.get('Accept-Language'))).toEqual(['ja-JP', 'en-US'])
    expect(seen[0]?.has('Idempotency-Key')).toBe(false)
  })

  test('that changes something is sent once while it is under way', async () => {
    logIn()
    let sent = 0
    let release = () => {}
    const held = new Promise<void>(resolve => (release = resolve))
    server.use(
      mock.patch(`${sheets}/batch_edit`, async () => {
        sent++
        await held
        return HttpResponse.json({ changed: 2, skipped: 0 })
      }),
    )
    const edit = (tag: string) => http.PATCH('/companies/{id}/sdses/batch_edit', { params: { path: { id: company } }, body: { sds_ids: ['s1', 's2'], add_tags: [tag], expected_count: 2, skip_denied: false } })
    const [first, second, other] = [edit('t1'), edit('t1'), edit('t2')]
    await expect.poll(() => sent).toBe(2)
    release()
    for (const { data } of await Promise.all([first, second, other])) expect(data?.changed).toBe(2)
    await edit('t1')
    expect(sent).toBe(3)
  })

  test('that gets no answer ends as one whose time is up', async () => {
    logIn()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const ended = vi.fn()
    await new Promise<void>(arrived => {
      server.use(mock.get(sheets, () => (arrived(), delay('infinite'))))
      void list().catch(ended)
    })
    await vi.advanceTimersByTimeAsync(times.answer - 1)
    expect(ended).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(ended.mock.calls).toMatchObject([[{ status: 408, method: 'GET' }]])
    vi.useRealTimers()
  })

  test('that takes back another under way is sent', async () => {
    logIn()
    const sent: unknown[] = []
    server.use(
      mock.put('*/api/v1/users/me/language', async ({ request }) => {
        sent.push(await request.json())
        await delay(50)
        return new HttpResponse(null, { status: 204 })
      }),
    )
    const switchTo = (language: 'ja' | 'en') => http.PUT('/users/me/language', { body: { locale: language } })
    await Promise.all([switchTo('en'), switchTo('ja'), switchTo('en')])
    expect(sent).toEqual([{ locale: 'en' }, { locale: 'ja' }, { locale: 'en' }])
  })

  test('goes to the API of the settings', async () => {
    logIn()
    setConfig({ ...config(), apiBase: 'https://api.example.test/v9' })
    let address = ''
    server.use(
      mock.get('https://api.example.test/v9/companies/:id/sdses', ({ request: { url } }) => {
        address = url
        return HttpResponse.json({ items: [], total: 0 })
      }),
    )
    await list()
    expect(address).toBe(`https://api.example.test/v9/companies/${company}/sdses`)
  })

  test('without a session is not sent', async () => {
    await expect(list()).rejects.toBeInstanceOf(SessionLostError)
  })

  test('whose token cannot be refreshed for lack of a connection fails as such, not as a lost session', async () => {
    logIn()
    auth.fetchAuthSession.mockRejectedValue(new TypeError('network'))
    await expect(list()).rejects.toBeInstanceOf(TypeError)
  })

  test('that is public needs no session', async () => {
    server.use(mock.get('*/api/v1/openapi.json', ({ request: { headers } }) => HttpResponse.json({ token: headers.get('Authorization') })))
    const { data } = await publicHttp.GET('/openapi.json')
    expect(data).toEqual({ token: null })
  })
})

describe('a failure', () => {
  test('is thrown with all details of the API', async () => {
    logIn()
    server.use(
      mock.get(sheets, () =>
        HttpResponse.json(
          {
            detail: '入力内容に誤りがあります。',
            code: 'input.invalid',
            fields: [{ path: 'limit', code: 'input.number_range', detail: '範囲外です。' }],
            denied_sds_list: [{ id: '1', name: 'アセトン' }],
          },
          { status: 400 },
        ),
      ),
    )
    const error = await list().catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({
      status: 400,
      code: 'input.invalid',
      detail: '入力内容に誤りがあります。',
      fields: [{ path: 'limit', code: 'input.number_range', detail: '範囲外です。' }],
      denied: [{ id: '1', name: 'アセトン' }],
      method: 'GET',
      path: `/api/v1/companies/${company}/sdses`,
    })
  })

  test("of a gateway in front, with a page instead of our document, still gives its status", async () => {
    logIn()
    server.use(mock.get(sheets, () => HttpResponse.html('<h1>Bad gateway</h1>', { status: 502 })))
    await expect(list()).rejects.toMatchObject({ status: 502, code: '', detail: '' })
  })
})

describe('a creating call', () => {
  const keysSeen = (answers: (() => Response)[]) => {
    const keys: (string | null)[] = []
    server.use(
      mock.post('*/api/v1/sdses/:id/reanalysis', ({ request: { headers } }) => {
        keys.push(headers.get('Idempotency-Key'))
        return (answers[keys.length - 1] ?? (() => HttpResponse.json({})))() as HttpResponse<null>
      }),
    )
    return keys
  }

  test('keeps its key until its outcome is known', async () => {
    logIn()
    const keys = keysSeen([() => HttpResponse.error(), () => HttpResponse.json({ detail: '', code: 'internal' }, { status: 500 })])
    await expect(request('a')).rejects.toThrow()
    await expect(request('a')).rejects.toThrow()
    await request('a')
    await request('a')
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(keys.slice(0, 3)).toEqual([keys[0], keys[0], keys[0]])
    expect(keys[3]).not.toBe(keys[0])
  })

  test('has another key for another thing', async () => {
    logIn()
    const keys = keysSeen([])
    await Promise.all([request('a'), request('a'), request('b')])
    expect(new Set(keys).size).toBe(2)
  })
})
