import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from '@/shared/lib/browser'
import { auth, logIn } from '@/test/auth'
import { server } from '@/test/server'
import { endSession } from './end'
import { rememberSession } from './lost'
import { idToken, replaceSession } from './token'

let sent: unknown[]
let status: number

beforeEach(() => {
  sent = []
  status = 204
  localStorage.clear()
  vi.spyOn(page, 'reload').mockImplementation(() => undefined)
  server.use(
    http.post('*/api/v1/users/me/sign-out', async ({ request }) => {
      sent.push(await request.json())
      return status === 204 ? new HttpResponse(null, { status }) : HttpResponse.json({ code: 'internal', detail: 'x' }, { status })
    }),
  )
})

describe('a lost session', () => {
  test('is ended by the next one', async () => {
    logIn('a', 'first')
    await rememberSession()
    logIn('b', 'first')
    await rememberSession()
    expect(sent).toEqual([])
    logIn('c', 'second')
    await rememberSession()
    expect(sent).toEqual([{ scope: 'session', session: 'first' }])
    await rememberSession()
    expect(sent).toHaveLength(1)
  })

  test('is ended later where the API cannot be notified', async () => {
    logIn('a', 'first')
    await rememberSession()
    logIn('b', 'second')
    status = 500
    await rememberSession()
    status = 204
    await rememberSession()
    expect(sent).toEqual([
      { scope: 'session', session: 'first' },
      { scope: 'session', session: 'first' },
    ])
  })
})

describe('logging out', () => {
  test('notifies the API before the user pool', async () => {
    logIn('a', 'first')
    await rememberSession()
    auth.signOut.mockImplementation(() => {
      sent.push('pool')
      return Promise.resolve()
    })
    await endSession('logout')
    expect(sent).toEqual([{ scope: 'here' }, 'pool'])
    logIn('b', 'second')
    await rememberSession()
    expect(sent).toHaveLength(2)
  })

  test('ends the session on this device without the API, which is notified by the next one', async () => {
    logIn('a', 'first')
    await rememberSession()
    status = 500
    await endSession('logout')
    expect(auth.signOut).toHaveBeenCalledOnce()
    status = 204
    logIn('b', 'second')
    await rememberSession()
    expect(sent.at(-1)).toEqual({ scope: 'session', session: 'first' })
  })
})

test('requests wait while a session is replaced, and a refusal meanwhile does not end it', async () => {
  logIn('old', 'first')
  let replaced: () => void = () => undefined
  const replacing = replaceSession(async token => {
    expect(token).toBe('old')
    await new Promise<void>(resolve => {
      replaced = resolve
    })
    logIn('new', 'second')
  })
  await vi.waitFor(() => expect(auth.fetchAuthSession).toHaveBeenCalled())
  await Promise.resolve()
  const waiting = idToken()
  await endSession('tokenInvalidated')
  expect(auth.signOut).not.toHaveBeenCalled()
  replaced()
  await replacing
  expect(await waiting).toBe('new')
})

test('on a device on which nobody has logged in there is no session, and the client of the user pool is not loaded', async () => {
  expect(await idToken()).toBeNull()
  expect(auth.fetchAuthSession).not.toHaveBeenCalled()
})
