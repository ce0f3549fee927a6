import { describe, expect, test } from 'vitest'
import { formatBytes, formatDate, formatDateTime, formatNumber } from './format'
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

test('a query leaves out what is empty', () => {
  expect(withQuery('/login', { redirect: '/sds/index?a=1', messageKey: undefined })).toBe('/login?redirect=%2Fsds%2Findex%3Fa%3D1')
  expect(withQuery('/login', { redirect: '' })).toBe('/login')
})

test('a message key carries its values', () => {
  expect(parseMessageKey(messageKey('validation.maxLength', { length: 45 }))).toEqual({ key: 'validation.maxLength', values: { length: '45' } })
  expect(parseMessageKey(messageKey('validation.required'))).toEqual({ key: 'validation.required', values: {} })
})

describe('what is written follows the language', () => {
  test('days stay the day they are', () => {
    expect(formatDate('2026-03-01', 'ja-JP')).toBe('2026/03/01')
    expect(formatDate('2026-03-01', 'en-US')).toBe('03/01/2026')
    expect(formatDate('', 'ja-JP')).toBe('')
    expect(formatDate('soon', 'ja-JP')).toBe('')
  })
  test('moments are told in Japanese time', () => {
    expect(formatDate('2026-03-01T16:30:00Z', 'ja-JP')).toBe('2026/03/02')
    expect(formatDateTime('2026-03-01T16:30:00Z', 'ja-JP')).toBe('2026/03/02 01:30')
  })
  test('numbers and sizes', () => {
    expect(formatNumber(12500, 'ja-JP')).toBe('12,500')
    expect(formatBytes(999, 'en-US')).toBe('999 B')
    expect(formatBytes(1_500_000, 'en-US')).toBe('1.5 MB')
  })
})
