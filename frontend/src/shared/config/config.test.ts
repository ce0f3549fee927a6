import { expect, test } from 'vitest'
import { parseConfig } from './config'

const document = { apiBase: '/api/v1/', region: 'ap-northeast-1', userPoolId: 'p', userPoolClientId: 'c' }

test('missing settings are null, and trailing slashes are ignored', () => {
  expect(parseConfig({ ...document, marketingUrl: 'https://www.example.test/', userPoolEndpoint: 'http://127.0.0.1:8081/', oauthDomain: '' })).toEqual({
    apiBase: '/api/v1',
    region: 'ap-northeast-1',
    userPoolId: 'p',
    userPoolClientId: 'c',
    userPoolEndpoint: 'http://127.0.0.1:8081/',
    oauthDomain: null,
    marketingUrl: 'https://www.example.test',
  })
})

test.each([
  [null, 'apiBase'],
  [{ ...document, userPoolId: undefined }, 'userPoolId'],
  [{ ...document, region: 5 }, 'region'],
  [{ ...document, oauthDomain: 5 }, 'oauthDomain'],
])('%j is refused', (wrong, name) => {
  expect(() => parseConfig(wrong)).toThrow(name)
})
