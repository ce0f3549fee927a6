import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { isNoDay, parseDay } from './day'
import { casDoubt, rangeDoubt, splitUnit, tidyUn, unDoubt, unitDoubt } from './doubts'

// The server's tests read the same vectors.
const days = JSON.parse(readFileSync('../shared/domain/sds/testdata/days.json', 'utf8')) as { in: string; day: string }[]
test.each(days)('the day $in is $day', ({ in: text, day }) => expect(parseDay(text) ?? '').toBe(day))

/** Types a text character by character; at which lengths it is doubtful. */
const whileTyped = (text: string, doubtful: (text: string) => unknown) => [...text].map((_, i) => text.slice(0, i + 1)).filter(part => doubtful(part)).map(part => part.length)

test.each([
  ['2024-04-01', []],
  ['2024/4/1', []],
  ['令和6年4月1日', []],
  ['R6.4.1', []],
  ['20240401', []],
  ['2024-13-01', [10]],
  ['2024-02-31', [10]],
  ['20241301', [8]],
  ['令和元年4月30日', [9]],
  ['abc', [1, 2, 3]],
])('while the day %s is typed it is doubtful at %j', (text, at) => expect(whileTyped(text, isNoDay)).toEqual(at))

describe('a UN number', () => {
  test.each([
    ['UN1294', []],
    ['１２９４', []],
    ['not_regulated', []],
    ['該当しない', []],
    ['12945', [5]],
    ['0001', [4]],
    ['UN9999', [6]],
    ['1294A', [5]],
  ])('%s is doubtful at %j', (text, at) => expect(whileTyped(text, unDoubt)).toEqual(at))
  test.each([['UN 1294', '1294'], ['ＵＮ１２９４', '1294'], ['UN No. 1294', '1294'], ['not_regulated', 'not_regulated']])('%s is stored as %s', (text, want) => expect(tidyUn(text)).toBe(want))
})

describe('a quantity', () => {
  test.each([
    ['1～5', []],
    ['10-20', []],
    ['>=10', []],
    ['5以上10未満', []],
    ['1.5e-3', []],
    ['20-10', [5]],
    ['abc', [1, 2, 3]],
    ['5 %', []],
  ])('%s is doubtful at %j', (text, at) => expect(whileTyped(text, rangeDoubt)).toEqual(at))
  test.each([
    ['5 %', { range: '5', unit: '%' }],
    ['-20～-10 °C', { range: '-20~-10', unit: '°C' }],
    ['20℃', { range: '20', unit: '°C' }],
    ['5', undefined],
    ['5以上', undefined],
    ['abc', undefined],
  ])('%s has the parts %j', (text, want) => expect(splitUnit(text)).toEqual(want))
  test.each([
    ['', undefined],
    ['k', undefined],
    ['kPa', undefined],
    ['℃', undefined],
    ['m', 'sheet.edit.unknownUnit'],
  ])('the unit %j: %s', (unit, want) => expect(unitDoubt({ units: ['kPa', 'C'] }, unit)?.key).toBe(want))
})

test.each([
  [[], '108-88-3', undefined],
  [[], '108-88-4', 'sheet.edit.cas.checkDigit'],
  [[], '108-8', undefined],
  [['abc'], '', 'sheet.edit.cas.form'],
])('CAS numbers %j and %s: %s', (taken, typed, want) => expect(casDoubt(taken, typed)?.key).toBe(want))
