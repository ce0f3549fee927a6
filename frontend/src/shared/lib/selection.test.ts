import { expect, test } from 'vitest'
import { countSelected, everythingSelected, isSelected, nothingSelected, rowsBetween, selectRows, selectionBody } from './selection'

test('single rows are added and removed', () => {
  const some = selectRows(nothingSelected, ['a', 'b'], true)
  expect(['a', 'b', 'c'].filter(id => isSelected(some, id))).toEqual(['a', 'b'])
  expect(countSelected(some, 10)).toBe(2)
  expect(selectionBody(selectRows(some, ['a'], false), { text: 'x' })).toEqual({ sds_ids: ['b'] })
})

test('all that match are selected, except for those removed again', () => {
  const most = selectRows(everythingSelected, ['b', 'c'], false)
  expect(isSelected(most, 'a')).toBe(true)
  expect(isSelected(most, 'b')).toBe(false)
  expect(countSelected(most, 12_500)).toBe(12_498)
  expect(countSelected(selectRows(most, ['b'], true), 12_500)).toBe(12_499)
  expect(selectionBody(most, { text: 'x' })).toEqual({ filter: { text: 'x' }, exclude_ids: ['b', 'c'] })
})

test.each([
  ['a', 'c', ['a', 'b', 'c']],
  ['d', 'b', ['b', 'c', 'd']],
  ['b', 'b', ['b']],
  ['on another page', 'c', ['c']],
])('the rows from %s to %s', (from, to, want) => {
  expect(rowsBetween(['a', 'b', 'c', 'd'], from, to)).toEqual(want)
})
