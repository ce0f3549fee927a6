import { HttpResponse, http as mock } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { http } from '@/shared/api/client'
import { page } from '@/shared/lib/browser'
import { storeToken } from '@/test/auth'
import { keep } from '@/test/requests'
import { server } from '@/test/server'
import { peekLoginState } from './loginState'
import { watchOtherTabs } from './otherTabs'

const hanako = { 'custom:user_id': 'hanako' }
const taro = { 'custom:user_id': 'taro' }
const ended = vi.fn()

/** What the browser does after another tab has written to the storage, or this page comes back by Back. */
const written = () => window.dispatchEvent(new StorageEvent('storage', { key: 'CognitoIdentityServiceProvider.client.LastAuthUser' }))
const back = () => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))

beforeEach(async () => {
  ended.mockReset()
  watchOtherTabs(() => void ended())
  server.use(mock.get('*/api/v1/users/me', () => HttpResponse.json({})))
  storeToken(hanako)
  await http.GET('/users/me')
})

describe('after another user has logged in in another tab', () => {
  test('nothing is sent with their token, and the dashboard restarts', async () => {
    const sent = keep('post', '*/api/v1/users/me/sign-out')
    storeToken(taro)
    void http.POST('/users/me/sign-out', { body: { scope: 'here' } })
    await vi.waitFor(() => expect(page.reload).toHaveBeenCalled())
    expect(sent).toEqual([])
    expect(peekLoginState()).toBe('loggedIn')
  })

  test.each([written, back])('the dashboard restarts by itself', event => {
    storeToken(taro)
    event()
    expect(page.reload).toHaveBeenCalledOnce()
    expect(ended).not.toHaveBeenCalled()
  })
})

test('a refreshed token of the same user changes nothing', () => {
  storeToken({ ...hanako, jti: 'next' })
  written()
  expect(page.reload).not.toHaveBeenCalled()
})

test('a logout in another tab ends the session here, unless another one follows at once', () => {
  vi.useFakeTimers()
  try {
    localStorage.clear()
    written()
    vi.advanceTimersByTime(2_000)
    storeToken(hanako)
    written()
    vi.advanceTimersByTime(10_000)
    expect(ended).not.toHaveBeenCalled()
    localStorage.clear()
    written()
    vi.advanceTimersByTime(10_000)
    expect(ended).toHaveBeenCalledOnce()
    // Back to a page of before the logout, which the browser has kept as it was.
    back()
    vi.advanceTimersByTime(0)
    expect(ended).toHaveBeenCalledTimes(2)
  } finally {
    vi.useRealTimers()
  }
})
