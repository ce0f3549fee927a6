import { act, renderHook } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { WholeSheet } from '@/shared/api/sheets'
import { draftLimits } from '@/shared/lib/drafts'
import { field, section, wholeSheet } from '@/test/sheets'
import { type Draft, emptyDraft, hasConflicts, reduceDraft } from '../lib/draft'
import { useSheetDraft } from './useSheetDraft'

const owner = { personId: 'p1', companyId: 'c1' }
const text = (value: string) => ({ kind: 'text', text: value }) as const
const name = { section: 1, id: 'product_name' }
const cas = { section: 3, id: 'composition/r1/name' }
const start = (sheet: WholeSheet, who = owner) => renderHook(({ sheet, saving }) => useSheetDraft(sheet, who, saving), { initialProps: { sheet, saving: false } })
const fieldOf = (sheet: WholeSheet, id: string) => sheet.sections.flatMap(({ fields, groups }) => [...fields, ...groups.flatMap(({ rows }) => rows.flatMap(row => row.fields))]).find(one => one.id === id)
/** Another user has renamed the product. */
const theirs = (sheet: WholeSheet, more: Partial<WholeSheet> = {}) => ({
  ...sheet,
  version: sheet.version + 1,
  sections: sheet.sections.map(one => (one.number === 1 ? section(1, { fields: [field('product_name', text('キシレン'), { state: 'edited' })] }) : one)),
  ...more,
})

/** Types a name for the product, and for the first ingredient. */
function typed(sheet: WholeSheet) {
  const { result, rerender, unmount } = start(sheet)
  act(() => {
    result.current.dispatch({ type: 'intent', place: name, base: fieldOf(sheet, name.id), intent: { action: 'edit', value: text('トルエン（特級）') } })
    result.current.dispatch({ type: 'intent', place: cas, base: fieldOf(sheet, cas.id), intent: { action: 'edit', value: text('メチルベンゼン') } })
    result.current.dispatch({ type: 'setRecordField', name: 'note', value: '倉庫A', base: sheet.note })
  })
  return { result, rerender, unmount }
}
const values = (draft: Draft) => Object.values(draft.fields).map(({ intent }) => (intent.action === 'edit' ? intent.value.text : intent.action))

describe('the draft of a sheet', () => {
  it('is restored unchanged for an unchanged sheet, for the same user', () => {
    const sheet = wholeSheet()
    const { result, unmount } = typed(sheet)
    const before = result.current.draft
    unmount()
    const again = start(sheet)
    expect(again.result.current.restored).toBe('same')
    expect(again.result.current.draft).toEqual(before)
    again.unmount()
    expect(start(sheet, { ...owner, personId: 'p2' }).result.current).toMatchObject({ restored: 'none', draft: emptyDraft })
    expect(start(wholeSheet({ may_edit: false })).result.current.restored).toBe('none')
  })

  it("is restored beside other users' changes for a newer sheet", () => {
    const sheet = wholeSheet()
    typed(sheet).unmount()
    const { result } = start(theirs(sheet, { note: '倉庫B' }))
    expect(result.current.restored).toBe('newer')
    expect(values(result.current.draft)).toEqual(['トルエン（特級）', 'メチルベンゼン'])
    expect(Object.values(result.current.draft.fields).map(({ conflict }) => conflict)).toEqual([true, undefined])
    expect(result.current.draft.record.note).toMatchObject({ value: '倉庫A', conflict: true })
  })

  it('keeps input of a row that is gone', () => {
    const sheet = wholeSheet()
    typed(sheet).unmount()
    const { result } = start({ ...sheet, version: 9, sections: sheet.sections.filter(({ number }) => number !== 3) })
    expect(values(result.current.draft)).toEqual(['トルエン（特級）'])
    expect(result.current.draft.gone.map(({ id, intent }) => [id, intent])).toEqual([[cas.id, { action: 'edit', value: text('メチルベンゼン') }]])
    act(() => result.current.dispatch({ type: 'dismissGone' }))
    expect(result.current.draft.gone).toEqual([])
  })

  it("marks other users' changes whenever the sheet is read again", () => {
    const sheet = wholeSheet()
    const { result, rerender } = typed(sheet)
    expect(hasConflicts(result.current.draft)).toBe(false)
    rerender({ sheet: theirs(sheet), saving: false })
    expect(hasConflicts(result.current.draft)).toBe(true)
    act(() => result.current.dispatch({ type: 'keepTheirs', at: '1:product_name' }))
    expect(hasConflicts(result.current.draft)).toBe(false)
    expect(values(result.current.draft)).toEqual(['メチルベンゼン'])
  })

  it('keeps input typed during a save, over the saved version', () => {
    const sheet = wholeSheet()
    const { result, rerender } = typed(sheet)
    const sent = result.current.draft
    rerender({ sheet, saving: true })
    act(() => result.current.dispatch({ type: 'setRecordField', name: 'name', value: 'トルエン 2', base: sheet.name }))
    act(() => result.current.dispatch({ type: 'setRecordField', name: 'note', value: '倉庫AB', base: sheet.note }))
    const now = wholeSheet({ version: 6, note: '倉庫A' })
    rerender({ sheet: now, saving: true })
    act(() => result.current.dispatch({ type: 'saved', draft: sent, over: sheet, sheet: now }))
    rerender({ sheet: now, saving: false })
    expect(values(result.current.draft)).toEqual([])
    expect(result.current.draft.record).toEqual({ name: { value: 'トルエン 2', base: 'トルエン' }, note: { value: '倉庫AB', base: '倉庫A' } })
  })

  it('is removed when saved or discarded, and reports when it is too large to be stored', () => {
    const sheet = wholeSheet()
    const { result } = typed(sheet)
    expect(sessionStorage).toHaveLength(1)
    expect(result.current.kept()).toBe(true)
    act(() => result.current.dispatch({ type: 'intent', place: name, base: fieldOf(sheet, name.id), intent: { action: 'edit', value: text('x'.repeat(draftLimits.one)) } }))
    expect(result.current.kept()).toBe(false)
    act(() => result.current.dispatch({ type: 'clear' }))
    expect(sessionStorage).toHaveLength(0)
  })

  it('of another shape is rejected', () => {
    const sheet = wholeSheet()
    typed(sheet).unmount()
    const key = Object.keys(sessionStorage)[0] ?? ''
    const { content, ...rest } = JSON.parse(sessionStorage.getItem(key) ?? '') as { content: Record<string, unknown> }
    for (const wrong of [{ ...content, fields: { a: 1 } }, { ...content, rows: {} }, { ...content, record: null }, { ...content, gone: [{}] }, 'abc', null]) {
      sessionStorage.setItem(key, JSON.stringify({ ...rest, content: wrong }))
      expect(start(sheet).result.current.restored).toBe('none')
    }
  })
})

it('a decision concerns one place, or all', () => {
  const sheet = wholeSheet()
  const base = fieldOf(sheet, name.id)
  const draft = [
    { type: 'intent', place: name, base, intent: { action: 'edit', value: text('A') } } as const,
    { type: 'setRecordField', name: 'note', value: 'n', base: sheet.note } as const,
    { type: 'rebase', sheet: theirs(sheet, { note: 'm' }) } as const,
  ].reduce(reduceDraft, emptyDraft)
  const now = theirs(sheet, { note: 'm' })
  const mine = reduceDraft(draft, { type: 'keepMine', sheet: now, at: 'note' })
  expect(mine.record.note).toEqual({ value: 'n', base: 'm' })
  expect(hasConflicts(mine)).toBe(true)
  expect(hasConflicts(reduceDraft(draft, { type: 'keepMine', sheet: now }))).toBe(false)
  expect(reduceDraft(draft, { type: 'keepTheirs' })).toMatchObject({ fields: {}, record: {} })
})
