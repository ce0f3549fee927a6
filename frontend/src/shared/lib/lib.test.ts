import { describe, expect, test } from 'vitest'
import { formatBytes, formatDate, formatDateTime, formatMonth, formatNumber } from './format'
import { localeFor, toLocale } from './locale'
import { messageKey, parseMessageKey } from './messageKey'
import { paths, redirectTarget, withQuery } from './paths'

test.each([
  [['ja-JP', 'en'], 'ja-JP'],
  [['en-GB', 'ja'], 'en-US'],
  [['zh-CN'], 'ja-JP'],
  [['zh-TW', 'zh'], 'ja-JP'],
  [['zh-CN', 'en-US'], 'en-US'],
  [['fr', 'de'], 'en-US'],
  [['fr', 'ja'], 'ja-JP'],
  [['zh', 'fr'], 'en-US'],
  [[], 'en-US'],
] as const)('a browser of %j gets %s', (languages, locale) => {
  expect(localeFor(languages)).toBe(locale)
})

test.each([
  ['ja', 'ja-JP'],
  ['en', 'en-US'],
  ['EN-us', 'en-US'],
  ['fr', null],
  [null, null],
])('toLocale(%j)', (tag, locale) => {
  expect(toLocale(tag)).toBe(locale)
})

test.each([
  ['/sds/index?page=2', '/sds/index?page=2'],
  ['/user', '/user'],
  ['user', paths.sdsUpload],
  ['https://evil.example', paths.sdsUpload],
  ['//evil.example', paths.sdsUpload],
  ['/\\evil.example', paths.sdsUpload],
  ['', paths.sdsUpload],
  [null, paths.sdsUpload],
])('redirect %j leads to %s', (redirect, target) => {
  expect(redirectTarget(redirect)).toBe(target)
})

describe('a redirect from the address', () => {
  const screens = [paths.sdsList, paths.company, paths.tags, '/jobs/0b9d3a2e-7c1f-4a55-8f0e-2f6f5a3c9b11', '/dynamic/list/l1']

  test.each(['', '?page=2&sort=-name', '?text=a%2F%2Fb%20c&sheet=s1&at=3%3Acomposition%2Fr1%2Fcas', '?text=%E6%B0%B4'])('leads to a screen with the query %j', query => {
    for (const screen of screens) expect(redirectTarget(screen + query)).toBe(screen + query)
  })

  // What an attacker puts before, within or after a path so that it is parsed as another site.
  const tricks = ['//', '/\\', '\\/', '/%2F', '/%2f', '/%5C', '/%5c', '/%252F', '/%25252F', '/%0A/', '/%0D%0A/', '/%09/', '/%00/', '/\n/', '/\r/', '/\t/', '/\0/', '/\u2028/', '/\u00a0/', '/./', '/../', '/%2e%2e/', '/.', '/@', '/:', 'https:', 'https://', 'javascript:', 'data:', '/;', '/\u3002/', '/／', '/%EF%BC%8F', '/%c0%af', ' /', '\u200b/', '/#', '/sds/index#', '/sds/index\n', '/sds/index?a=\n', '/sds/index?a=\\', '/%']
  test.each(tricks)('that is tricky leads nowhere: %j', trick => {
    const hosts = ['evil.example', 'x', '', 'sds/index', 'company', '/evil.example']
    for (const host of hosts) {
      for (const redirect of [trick + host, `/sds/index${trick}${host}`, `${trick}${host}/sds/index`, `/${trick}${host}`]) {
        const target = redirectTarget(redirect)
        if (target === paths.sdsUpload) continue
        // An accepted target is one of ours as it is, and still after repeated decoding.
        for (let read = target, before = ''; read !== before; before = read, read = decoded(read)) {
          const { origin, pathname } = new URL(read.replace(/\?.*$/s, ''), 'https://anzen.example')
          expect([origin, pathname.replace(/\/(index|[a-z]+)$/, '')], redirect).toEqual(['https://anzen.example', expect.stringMatching(/^(\/(sds|sds\/index|company))?$/)])
        }
      }
    }
  })

  test('is refused for paths without a login', () => {
    for (const path of ['/', '/login', '/login?redirect=/sds/index', '/signup', '/corporate', '/no/such/page', '/sds/indexed', '/companyx']) expect(redirectTarget(path), path).toBe(paths.sdsUpload)
  })
})

const decoded = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

test('a query leaves out what is empty', () => {
  expect(withQuery('/login', { redirect: '/sds/index?a=1', messageKey: undefined })).toBe('/login?redirect=%2Fsds%2Findex%3Fa%3D1')
  expect(withQuery('/login', { redirect: '' })).toBe('/login')
})

test('a message key carries its values', () => {
  expect(parseMessageKey(messageKey('validation.maxLength', { length: 45 }))).toEqual({ key: 'validation.maxLength', values: { length: 45 } })
  expect(parseMessageKey(messageKey('validation.required'))).toEqual({ key: 'validation.required', values: {} })
})

describe('what is written follows the language', () => {
  test('days stay the day they are', () => {
    expect(formatDate('2026-03-01', 'ja-JP')).toBe('2026/03/01')
    expect(formatDate('2026-03-01', 'en-US')).toBe('03/01/2026')
    expect(formatDate('2026-03', 'ja-JP')).toBe('2026/03')
    expect(formatDate('2026-03', 'en-US')).toBe('03/2026')
    expect(formatDate('2026-13', 'ja-JP')).toBe('')
    expect(formatDate('', 'ja-JP')).toBe('')
    expect(formatDate('soon', 'ja-JP')).toBe('')
    expect(['2026-11', 'soon'].map(month => formatMonth(month, 'ja-JP'))).toEqual(['2026年11月', 'soon'])
    expect(formatMonth('2026-11', 'en-US')).toBe('November 2026')
  })
  test('times are shown in Japanese time', () => {
    expect(formatDate('2026-03-01T16:30:00Z', 'ja-JP')).toBe('2026/03/02')
    expect(formatDateTime('2026-03-01T16:30:00Z', 'ja-JP')).toBe('2026/03/02 01:30')
  })
  test('numbers and sizes', () => {
    expect(formatNumber(12500, 'ja-JP')).toBe('12,500')
    expect(formatBytes(999, 'en-US')).toBe('999 B')
    expect(formatBytes(1_500_000, 'en-US')).toBe('1.5 MB')
  })
})
