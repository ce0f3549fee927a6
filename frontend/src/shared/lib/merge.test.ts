import { expect, it } from 'vitest'
import { mergeFields } from './merge'

const base = { name: 'A', phone: '1', ticks: ['a', 'b'] }

it.each([
  ['nothing was typed', {}, { name: 'B' }, { name: 'B' }, []],
  ['different fields', { phone: '2' }, { name: 'B' }, { name: 'B', phone: '2' }, []],
  ['the same change', { name: 'B' }, { name: 'B' }, { name: 'B' }, []],
  ['the same field', { name: 'C' }, { name: 'B' }, { name: 'C' }, ['name']],
  ['a field that was emptied', { name: '' }, { name: 'B' }, { name: '' }, ['name']],
  ['a field that was put back by others', { name: 'C' }, { name: 'A' }, { name: 'C' }, []],
  ['ticks of both', { ticks: ['a', 'b', 'c'] }, { ticks: ['b', 'd'] }, { ticks: ['b', 'd', 'c'] }, []],
  ['a tick that both took away', { ticks: ['a'] }, { ticks: ['a'] }, { ticks: ['a'] }, []],
])('brings together %s', (_, mine, theirs, merged, conflicts) => {
  expect(mergeFields(base, { ...base, ...mine }, { ...base, ...theirs })).toEqual({ merged: { ...base, ...merged }, conflicts })
})
