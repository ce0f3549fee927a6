import { describe, expect, it, test } from 'vitest'
import { countFilters, filterParams, isFiltered, noFilters, tidyCas, tidyHCode, tidyUn, toQuery } from './filters'

const table = { page: 2, limit: 25, sort: null }

describe('filters in the URL', () => {
  test.each<[keyof typeof filterParams, string, unknown]>([
    ['status_group', 'completed,analyzing', ['analyzing', 'completed']],
    ['status_group', 'nonsense', []],
    ['signal_word', 'danger', ['danger']],
    ['language_id', '44,7', ['44']],
    ['h_code', 'h225, Ｈ３０４', ['H225', 'H304']],
    ['cas_number', '108-88-3,108‐88‐3', ['108-88-3']],
    ['un_number', 'UN1294,un 1993', ['1294', '1993']],
    ['revised_from', '2024-04-01', '2024-04-01'],
    ['revised_from', 'soon', ''],
    ['has_findings', 'true', 'true'],
    ['has_findings', 'maybe', ''],
    ['department_id', 'd1,d2', ['d1', 'd2']],
  ])('%s=%s', (name, text, want) => {
    expect(filterParams[name].parse(text)).toEqual(want)
  })

  it('are left out when they are not set', () => {
    for (const [name, param] of Object.entries(filterParams)) {
      const empty = noFilters[name as keyof typeof noFilters]
      expect((param.format as (value: unknown) => string | null)(empty)).toBeNull()
      expect(param.parse(null)).toEqual(empty)
    }
  })
})

describe('the call', () => {
  it('names what is set, and no more', () => {
    const query = toQuery({ ...noFilters, text: ' トルエン ', language_id: ['44'], has_unreviewed: 'true', created_to: '2026-01-31' }, table)
    expect(Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined))).toEqual({
      text: 'トルエン',
      language_id: [44],
      has_unreviewed: 'true',
      created_to: '2026-01-31',
      page: 2,
      limit: 25,
    })
  })
  it('names an order that the server knows', () => {
    expect(toQuery(noFilters, { ...table, sort: { field: 'revised_at', direction: 'desc' } })).toMatchObject({ order_by_revised_at: 'desc' })
    expect(Object.keys(toQuery(noFilters, { ...table, sort: { field: 'supplier', direction: 'asc' } })).filter(name => name.startsWith('order'))).toEqual([])
  })
})

it('counts each value but not the text', () => {
  expect(countFilters(noFilters)).toBe(0)
  expect(isFiltered(noFilters)).toBe(false)
  expect(isFiltered({ ...noFilters, text: 'x' })).toBe(true)
  expect(countFilters({ ...noFilters, text: 'x', status_group: ['completed', 'check'], has_findings: 'false' })).toBe(3)
})

test.each([
  [tidyHCode, ' ｈ２２５ ', 'H225'],
  [tidyHCode, 'h301 + h311', 'H301+H311'],
  [tidyCas, '１０８－８８－３', '108-88-3'],
  [tidyUn, 'UN No.1294', '1294'],
])('%o tidies %j', (tidy, typed, want) => {
  expect(tidy(typed)).toBe(want)
})
