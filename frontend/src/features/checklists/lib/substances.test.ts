import { expect, it } from 'vitest'
import { casFault, tidyCas } from '@/shared/lib/cas'
import { emptyRow, readRows, rowFaults } from './substances'

it.each([
  ['108-88-3', undefined],
  ['7732-18-5', undefined],
  ['108-88-4', 'checkDigit'],
  ['108-883', 'form'],
  ['0108-88-3', 'form'],
  ['トルエン', 'form'],
] as const)('judges %s', (cas, fault) => expect(casFault(cas)).toBe(fault))

it('accepts full-width digits and any hyphen', () => expect(tidyCas('１０８－８８‐３ ')).toBe('108-88-3'))

it.each([
  ['108-88-3', { cas: '108-88-3', name: '', operator: '>=', threshold: '0' }],
  ['108-88-3\tトルエン\t0.1', { cas: '108-88-3', name: 'トルエン', operator: '>=', threshold: '0.1' }],
  ['トルエン, 108-88-3, >1%', { cas: '108-88-3', name: 'トルエン', operator: '>', threshold: '1' }],
  ['108-88-3、≧0.5', { cas: '108-88-3', name: '', operator: '>=', threshold: '0.5' }],
  ['108-88-3;1%超', { cas: '108-88-3', name: '', operator: '>', threshold: '1' }],
])('reads the line %s', (line, row) => expect(readRows(line)[0]).toMatchObject(row))

it('reads every non-empty line', () => expect(readRows('108-88-3\r\n\r\n 71-43-2 \n').map(({ cas }) => cas)).toEqual(['108-88-3', '71-43-2']))

it('reports the fault of each row, and ignores empty ones', () => {
  const rows = [emptyRow({ cas: '108-88-3' }), emptyRow({ cas: '１０８-88-3' }), emptyRow({ cas: '71-43-3' }), emptyRow({ cas: '71-43-2', threshold: '101' }), emptyRow({ cas: '67-64-1', threshold: 'x' }), emptyRow()]
  expect([...rowFaults(rows).values()]).toEqual(['duplicate', 'checkDigit', 'threshold', 'threshold'])
})
