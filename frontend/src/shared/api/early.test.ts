import { HttpResponse, http as msw } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import { storeToken } from '@/test/auth'
import { person } from '@/test/fixtures'
import { server } from '@/test/server'
import { http } from './client'
import { ApiError, SessionLostError } from './error'
import { sendEarly, takeEarly } from './early'
import { send } from './send'

const root = `${window.location.origin}/api/v1`
let requests: string[] = []

beforeEach(() => {
  requests = []
  server.use(
    msw.get('*/api/v1/users/me', ({ request }) => {
      requests.push(`${request.headers.get('Authorization')} ${request.headers.get('Accept-Language')}`)
      return HttpResponse.json(person())
    }),
  )
})

const me = () => send(http.GET('/users/me'))

it('gives an early answer to the request for the same, once', async () => {
  const token = storeToken()
  sendEarly([`${root}/users/me`], token, 'ja-JP')
  expect(await me()).toMatchObject({ locale: 'ja-JP' })
  expect(requests).toEqual([`Bearer ${token} ja-JP`])
  await me()
  expect(requests).toHaveLength(2)
})

it('asks again in another session or language, and never uses the early answer then', async () => {
  storeToken()
  sendEarly([`${root}/users/me`], 'token-of-another-person', 'ja-JP')
  await me()
  sendEarly([`${root}/users/me`], storeToken(), 'en-US')
  await me()
  expect(requests).toHaveLength(4)
})

it('asks again when the answer has become old', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(1_000)
  const arrived = Promise.resolve(HttpResponse.json(person()))
  vi.spyOn(window, 'fetch').mockReturnValueOnce(arrived)
  sendEarly([`${root}/users/me`], storeToken(), 'ja-JP')
  await arrived
  now.mockReturnValue(11_001)
  await me()
  expect(requests).toHaveLength(1)
})

it('waits for an answer that is long on its way', async () => {
  let answer: () => void = () => undefined
  const held = new Promise<void>(resolve => (answer = resolve))
  server.use(
    msw.get('*/api/v1/users/me', async () => {
      requests.push('held')
      await held
      return HttpResponse.json(person())
    }),
  )
  const now = vi.spyOn(performance, 'now').mockReturnValue(1_000)
  sendEarly([`${root}/users/me`], storeToken(), 'ja-JP')
  now.mockReturnValue(60_000)
  const asked = me()
  answer()
  expect(await asked).toMatchObject({ locale: 'ja-JP' })
  expect(requests).toEqual(['held'])
})

it('is not used by somebody who has logged out meanwhile', async () => {
  sendEarly([`${root}/users/me`], storeToken(), 'ja-JP')
  localStorage.clear()
  await expect(me()).rejects.toBeInstanceOf(SessionLostError)
})

it('passes a refusal on as any answer', async () => {
  server.use(msw.get('*/api/v1/users/me', () => HttpResponse.json({ code: 'session.idle', detail: 'x' }, { status: 401 })))
  sendEarly([`${root}/users/me`], storeToken(), 'ja-JP')
  const failure: unknown = await me().catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(ApiError)
  expect(failure).toMatchObject({ status: 401, code: 'session.idle' })
})

it('passes on that the server cannot be reached, and the next try asks again', async () => {
  let reachable = false
  server.use(msw.get('*/api/v1/users/me', () => (reachable ? HttpResponse.json(person()) : HttpResponse.error())))
  sendEarly([`${root}/users/me`], storeToken(), 'ja-JP')
  await expect(me()).rejects.toBeInstanceOf(TypeError)
  reachable = true
  expect(await me()).toMatchObject({ locale: 'ja-JP' })
})

it('ends with the request that waits for it', async () => {
  server.use(msw.get('*/api/v1/users/me', () => new Promise<never>(() => undefined)))
  const token = storeToken()
  sendEarly([`${root}/users/me`], token, 'ja-JP')
  const controller = new AbortController()
  const answer = takeEarly(new Request(`${root}/users/me`, { headers: { Authorization: `Bearer ${token}`, 'Accept-Language': 'ja-JP' }, signal: controller.signal }))
  controller.abort()
  await expect(answer).rejects.toMatchObject({ name: 'AbortError' })
})
