import { expect, test, vi } from 'vitest'
import { formatDate, formatNumber } from './format'
import { dateFormatter, numberFormatter } from './formatters'

test('a formatter is made once for each language and options', () => {
  const options = { year: 'numeric' } as const
  expect(dateFormatter('ja-JP', options)).toBe(dateFormatter('ja-JP', { year: 'numeric' }))
  expect(dateFormatter('ja-JP', options)).not.toBe(dateFormatter('en-US', options))
  expect(dateFormatter('ja-JP', options)).not.toBe(dateFormatter('ja-JP', { month: 'long' }))
  expect(numberFormatter('ja-JP')).toBe(numberFormatter('ja-JP'))
})

test('a page of a list makes no formatter for each of its rows', () => {
  formatDate('2026-01-31', 'ja-JP')
  formatNumber(1, 'ja-JP')
  const made = vi.spyOn(Intl, 'DateTimeFormat')
  const numbers = vi.spyOn(Intl, 'NumberFormat')
  expect(formatDate('2026-02-28', 'ja-JP')).toBe('2026/02/28')
  expect(formatNumber(1234, 'ja-JP')).toBe('1,234')
  expect(made).not.toHaveBeenCalled()
  expect(numbers).not.toHaveBeenCalled()
})
