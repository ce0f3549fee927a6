import { describe, expect, it, test } from 'vitest'
import type { Quantity, Value } from '@/shared/api/sheets'
import { formatQuantity, formatRange } from '@/shared/sds/quantity'
import { formatDay, parseRange, parseUnit, sameValue, valueText } from './value'

const exact = (value: number): Quantity => ({ low: value, low_op: '=', high: value, high_op: '=' })

describe('a range as people type it', () => {
  test.each<[string, Omit<Quantity, 'unit'>]>([
    ['5', exact(5)],
    ['-20', exact(-20)],
    ['0.05', exact(0.05)],
    ['1,000', exact(1000)],
    ['５', exact(5)],
    ['1e-3', exact(0.001)],
    ['1-5', { low: 1, low_op: '>=', high: 5, high_op: '<=' }],
    ['1 ～ 5', { low: 1, low_op: '>=', high: 5, high_op: '<=' }],
    ['1–5', { low: 1, low_op: '>=', high: 5, high_op: '<=' }],
    ['-114～-110', { low: -114, low_op: '>=', high: -110, high_op: '<=' }],
    ['-20 - -10', { low: -20, low_op: '>=', high: -10, high_op: '<=' }],
    ['>1～<5', { low: 1, low_op: '>', high: 5, high_op: '<' }],
    ['≧10', { low: 10, low_op: '>=' }],
    ['10以上', { low: 10, low_op: '>=' }],
    ['10超', { low: 10, low_op: '>' }],
    ['<= 5', { high: 5, high_op: '<=' }],
    ['≤0.1', { high: 0.1, high_op: '<=' }],
    ['5未満', { high: 5, high_op: '<' }],
    ['5以上10未満', { low: 5, low_op: '>=', high: 10, high_op: '<' }],
  ])('%s', (text, want) => {
    expect(parseRange(text)).toEqual(want)
  })

  test.each(['', 'about 5', '5-', '10-5', '<1-5', '1->5', '1-2-3', '--5'])('refuses %j', text => {
    expect(parseRange(text)).toBeUndefined()
  })

  test.each<Quantity>([
    exact(4),
    exact(-0.5),
    exact(1e-7),
    { low: 1, low_op: '>=', high: 5, high_op: '<=' },
    { low: 1, low_op: '>', high: 5, high_op: '<' },
    { low: -114, low_op: '>=', high: -110, high_op: '<=' },
    { low: 93, low_op: '>' },
    { low: 93, low_op: '>=' },
    { high: 0.1, high_op: '<' },
    { high: 0.1, high_op: '<=' },
  ])('what is written is read back: %j', quantity => {
    expect(parseRange(formatRange(quantity))).toEqual(quantity)
  })
})

describe('a quantity', () => {
  test.each<[Quantity, string]>([
    [{ ...exact(47), unit: 'C' }, '47 °C'],
    [{ low: 1, low_op: '>=', high: 5, high_op: '<=', unit: '%' }, '1～5%'],
    [{ low: 99, low_op: '>=', unit: '%' }, '99%以上'],
    [{ low: 25, low_op: '>=', high: 40, high_op: '<', unit: '%' }, '25%以上40%未満'],
    [{ low: 23, low_op: '>', high: 60, high_op: '<=', unit: 'C' }, '23 °C超60 °C以下'],
    [{ high: 200, high_op: '<', unit: 'mPa·s' }, '200 mPa·s未満'],
    [exact(7), '7'],
    // "about 5" has two equal ends.
    [{ low: 5, low_op: '>=', high: 5, high_op: '<=', unit: '%' }, '5%'],
  ])('%j reads %s', (quantity, want) => {
    expect(formatQuantity(quantity, 'ja-JP')).toBe(want)
  })

  it('is a range with signs in English', () => {
    expect(formatQuantity({ low: 25, low_op: '>=', high: 40, high_op: '<', unit: '%' }, 'en-US')).toBe('25–<40 %')
  })

  test.each([
    ['℃', 'C'],
    ['°C', 'C'],
    [' °F ', 'F'],
    ['kPa', 'kPa'],
    ['', ''],
  ])('unit %j is %j on the server', (typed, want) => {
    expect(parseUnit(typed)).toBe(want)
  })
})

describe('a day', () => {
  it('is written as the language writes it', () => {
    expect(formatDay('2024-04-01', 'ja-JP')).toBe('2024/04/01')
    expect(formatDay('2024-04', 'ja-JP')).toBe('2024/04')
    expect(formatDay('2024-04-01', 'en-US')).toBe('04/01/2024')
  })
})

describe('values', () => {
  const quantity: Value = { kind: 'quantity', quantity: { ...exact(4), unit: 'C' } }
  test.each<[Value | undefined, Value | undefined, boolean]>([
    [{ kind: 'text', text: 'a' }, { kind: 'text', text: 'a' }, true],
    [{ kind: 'text', text: 'a' }, { kind: 'text', text: 'b' }, false],
    [{ kind: 'list', list: ['a', 'b'] }, { kind: 'list', list: ['b', 'a'] }, false],
    [quantity, { kind: 'quantity', quantity: { unit: 'C', high_op: '=', high: 4, low_op: '=', low: 4 } }, true],
    [quantity, { kind: 'quantity', quantity: exact(4) }, false],
    [quantity, undefined, false],
    [undefined, undefined, true],
  ])('%j and %j are the same: %s', (a, b, want) => {
    expect(sameValue(a, b)).toBe(want)
  })
  it('are shown as text', () => {
    const words = (value: Value) => valueText(value, 'ja-JP', choice => `<${choice}>`, '、')
    expect(words({ kind: 'list', list: ['H225', 'H304'] })).toBe('H225、H304')
    expect(words({ kind: 'choice', text: 'danger' })).toBe('<danger>')
    expect(words({ kind: 'date', text: '2024-04-01' })).toBe('2024/04/01')
    expect(words(quantity)).toBe('4 °C')
    const range: Value = { kind: 'quantity', quantity: { low: 3, high: 7, unit: '%' } }
    expect(words(range)).toBe('3～7%')
    expect(valueText(range, 'en-US', choice => choice, ', ')).toBe('3–7 %')
  })
})
