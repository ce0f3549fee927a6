import { describe, expect, it, test } from 'vitest'
import { casFault } from '@/shared/lib/cas'
import file from '@/shared/sds/filters.json'
import { type Filters, changed, countFilters, filterParams, filters, groups, isFiltered, isReversed, noFilters, fromCriteria, sameCriteria, tidyCas, tidyHCode, tidyUn, toCriteria, toFilter, toQuery, valuesOf } from '.'
import { registry } from './registry'

const ja = import.meta.glob('../../shared/i18n/ja/*.json', { eager: true, import: 'default' })
const en = import.meta.glob('../../shared/i18n/en/*.json', { eager: true, import: 'default' })
const table = { page: 2, limit: 25, sort: null }

describe('filters in the URL', () => {
  test.each<[keyof typeof filterParams, string, unknown]>([
    ['status_group', 'completed,analyzing', ['analyzing', 'completed']],
    ['status_group', 'nonsense', []],
    ['signal_word', 'danger', ['danger']],
    ['language_id', '44,7', ['44']],
    ['h_code', 'h225, Ｈ３０４', ['H225', 'H304']],
    ['cas_number', '108-88-3,108‐88‐3', ['108-88-3']],
    ['cas_number', '108883,６７６４１,108884', ['108-88-3', '67-64-1']],
    ['cas_number', 'FOO,108-88-4,108-88-3', ['108-88-3']],
    ['un_number', 'UN1294,un 1993', ['1294', '1993']],
    ['un_number', '12', []],
    ['revised_from', '2024-04-01', '2024-04-01'],
    ['revised_from', 'soon', ''],
    ['has_findings', 'true', 'true'],
    ['has_findings', 'maybe', ''],
    ['department_id', 'd1,d2', ['d1', 'd2']],
    ['supplier', '東西化学%2C 東京,100%', ['東西化学, 東京', '100%']],
    ['tag_id_not', 't1', ['t1']],
    ['ghs_class', '1005000,flammable', ['1005000']],
    ['flash_point_from', '-21.5', '-21.5'],
    ['flash_point_to', 'cold', ''],
    ['mine', 'true', 'true'],
    ['mine', 'false', ''],
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

describe('the registry', () => {
  it('declares every filter of the server, and no other', () => {
    const names: readonly string[] = file.filters.map(({ name }) => name)
    expect(Object.keys(registry).filter(name => !names.includes(name))).toEqual([])
    expect(names.filter(name => !Object.keys(registry).includes(name))).toEqual([])
    expect(Object.keys(filterParams).sort()).toEqual(file.filters.flatMap(({ parameters }) => parameters).sort())
  })

  it('offers every filter in the panel but the search and what a link sets', () => {
    expect(filters.filter(({ group }) => group === 'nowhere').map(({ name }) => name)).toEqual(['text', 'ids'])
    expect(groups.filter(group => !filters.some(filter => filter.group === group))).toEqual([])
  })

  describe.each([
    ['ja', ja],
    ['en', en],
  ])('%s', (_language, texts) => {
    const text = (key: string) => {
      const [file, ...parts] = key.split('.')
      return parts.reduce<unknown>((node, part) => (node as Record<string, unknown> | undefined)?.[part], Object.entries(texts).find(([path]) => path.endsWith(`/${file}.json`))?.[1])
    }
    it.each(filters.map(filter => [filter.name, filter] as const))('has all texts of %s', (name, filter) => {
      const keys = [
        `sheets.filters.${name}`,
        ...(filter.texts ? (filter.options ?? []).map(option => `${filter.texts}.${option}`) : []),
        ...(filter.hint ? [`sheets.hint.${name}`] : []),
        ...(filter.accepts ? [`sheets.fault.${name}`] : []),
      ]
      expect(keys.filter(key => typeof text(key) !== 'string')).toEqual([])
    })
    it('has the names of all groups, and no text of a missing filter', () => {
      expect(Object.keys(text('sheets.groups') as object)).toEqual([...groups])
      expect(Object.keys(text('sheets.filters') as object).sort()).toEqual(Object.keys(registry).sort())
    })
  })

  // Codes whose form is checked.
  const codes: Partial<Record<string, string>> = { h_code: 'H225', cas_number: '108-88-3', un_number: '1294' }
  it.each(filters.map(filter => [filter.name, filter] as const))('%s comes back from the address as it was set', (_name, filter) => {
    const some = { words: 'a', parts: ['a, b', '50%'], choice: filter.options?.slice(0, 1), numbers: filter.options?.slice(0, 1) ?? ['1005000'], codes: [codes[filter.name] ?? 'A'], ids: ['3f8e9c4e'], number_range: '7', day_range: '2026-04-01', yes_no: 'false', switch: 'true' }[filter.kind]
    for (const parameter of filter.parameters) {
      const set = { ...noFilters, [parameter]: some } as Filters
      const param = filterParams[parameter] as { parse: (text: string | null) => unknown; format: (value: unknown) => string | null }
      expect(param.parse(param.format(some))).toEqual(some)
      expect(Object.keys(toFilter(set))).toEqual([parameter])
      expect(valuesOf(set, parameter)).toEqual([some].flat())
      expect(isFiltered(set)).toBe(true)
    }
  })

  it('removes a filter with the one it depends on', () => {
    const set = { ...noFilters, cas_number: ['108-88-3'], concentration_from: '5' }
    expect(changed(set, { cas_number: [] })).toEqual({ cas_number: [], concentration_from: '', concentration_to: '' })
    expect(changed(set, { concentration_to: '10' })).toEqual({ concentration_to: '10' })
  })

  it.each([
    ['h_code', 'H225', true],
    ['h_code', 'H301+H311', true],
    ['h_code', 'EUH066', true],
    ['h_code', 'FLAMMABLE', false],
    ['cas_number', '108-88-3', true],
    ['cas_number', 'FOO', false],
    ['cas_number', '108-88-4', casFault('108-88-4') === undefined],
    ['un_number', '1294', true],
    ['un_number', '12', false],
  ] as const)('%s takes %s: %s', (name, word, taken) => {
    expect(registry[name].accepts?.(word)).toBe(taken)
  })
})

describe('the call', () => {
  it('contains the set filters only', () => {
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
  it('contains an order that the server supports', () => {
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

describe('a range that ends before it begins', () => {
  const set = { ...noFilters, revised_from: '2026-05-01', revised_to: '2026-04-01', ph_from: '7', ph_to: '10' }
  it('is left out of the call, and told', () => {
    expect(toFilter(set)).toEqual({ ph_from: '7', ph_to: '10' })
    expect(filters.filter(filter => isReversed(set, filter)).map(({ name }) => name)).toEqual(['revised'])
  })
})

describe('a saved search', () => {
  it('has the filters and the order as the list is called with them', () => {
    const set: Filters = { ...noFilters, supplier: ['東西, 化学'], language_id: ['44'], mine: 'true', h_code: ['H225', 'H304'] }
    const text = toCriteria(set, { field: 'revised_at', direction: 'desc' })
    expect(new URLSearchParams(text).getAll('h_code')).toEqual(['H225', 'H304'])
    expect(fromCriteria(text)).toEqual({ filters: set, sort: { field: 'revised_at', direction: 'desc' } })
    expect(sameCriteria(text, 'order_by_revised_at=desc&mine=true&h_code=H225&h_code=H304&language_id=44&supplier=%E6%9D%B1%E8%A5%BF%2C+%E5%8C%96%E5%AD%A6')).toBe(true)
    expect(sameCriteria(text, '')).toBe(false)
  })
})
