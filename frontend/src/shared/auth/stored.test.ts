import { expect, it } from 'vitest'
import { auth, logIn, storeToken } from '@/test/auth'
import { forgetStoredUser, hasStoredUser, storedToken } from './stored'
import { idToken, sessionName, storedCompany } from './token'

const prefix = 'CognitoIdentityServiceProvider.client.'
const encode = (value: object) => btoa(JSON.stringify(value)).replace(/=+$/, '')
const store = (seconds: number, drift = 0) => storeToken({ origin_jti: 'first', 'custom:company_id': 'c1' }, seconds, drift)

it('a valid token is used without the client of the user pool', async () => {
  const stored = store(3600)
  expect(await idToken()).toBe(stored)
  expect(await sessionName()).toBe('first')
  expect(storedCompany()).toBe('c1')
  expect(auth.fetchAuthSession).not.toHaveBeenCalled()
})

it.each([
  ['has expired', -1, 0],
  ['is about to expire', 30, 0],
  ['has expired by the clock of the server', 3600, 7_200_000],
])('a token that %s is refreshed by the client', async (_, seconds, drift) => {
  store(seconds, drift)
  logIn('fresh')
  expect(await idToken()).toBe('fresh')
})

it('a token that cannot be read counts as none', () => {
  localStorage.setItem(`${prefix}LastAuthUser`, 'taro')
  for (const broken of ['', 'x', 'a.b.c', `${encode({})}.${btoa('no object')}.c`]) {
    localStorage.setItem(`${prefix}taro.idToken`, broken)
    expect(storedToken('client')).toBeNull()
  }
})

it('nothing of the user is left on the device', () => {
  store(3600)
  localStorage.setItem('anzen.locale', 'ja-JP')
  expect(hasStoredUser()).toBe(true)
  forgetStoredUser()
  expect(hasStoredUser()).toBe(false)
  expect(Object.keys(localStorage)).toEqual(['anzen.locale'])
})
