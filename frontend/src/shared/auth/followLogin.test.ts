import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from '@/shared/lib/browser'
import { storeToken } from '@/test/auth'
import { followLogin } from './followLogin'
import { peekLoginState } from './loginState'

let stop: () => void

beforeEach(() => {
  stop = followLogin()
})

afterEach(() => stop())

const written = (name = 'LastAuthUser') => window.dispatchEvent(new StorageEvent('storage', { key: `CognitoIdentityServiceProvider.client.${name}` }))

test('the login gives way to a login in another tab, once its token is stored', () => {
  written()
  window.dispatchEvent(new StorageEvent('storage', { key: 'anzen.locale' }))
  expect(page.reload).not.toHaveBeenCalled()
  storeToken({ 'custom:user_id': 'hanako' })
  written('hanako.idToken')
  expect(page.reload).toHaveBeenCalledOnce()
  expect(peekLoginState()).toBe('loggedIn')
})

test('nothing is followed once another screen is drawn', () => {
  stop()
  storeToken({ 'custom:user_id': 'hanako' })
  written()
  expect(page.reload).not.toHaveBeenCalled()
})
