import { describe, expect, it, test } from 'vitest'
import type { Field } from '@/shared/api/sheets'
import { field, section, wholeSheet } from '@/test/sheets'
import { type Draft, type DraftAction, type Intent, countChanges, emptyDraft, hasConflicts, reduceDraft, shown, toEdit } from './draft'

const place = { section: 1, id: 'product_name' }
const key = '1:product_name'
const text = (value: string) => ({ kind: 'text' as const, text: value })
const machine = field('product_name', text('トルエン'))
const after = (actions: readonly DraftAction[], from: Draft = emptyDraft) => actions.reduce(reduceDraft, from)
const intent = (base: Field | undefined, what: Intent): DraftAction => ({ type: 'intent', place, base, intent: what })

describe('an intent', () => {
  const confirmed: Field = { ...machine, state: 'confirmed' }
  const edited: Field = { ...machine, value: text('キシレン'), state: 'edited', machine: text('トルエン') }
  const deleted: Field = { ...machine, state: 'deleted', machine: text('トルエン') }
  test.each<[string, Field | undefined, Intent, Intent | undefined]>([
    ['another value', machine, { action: 'edit', value: text('ベンゼン') }, { action: 'edit', value: text('ベンゼン') }],
    ['the value as it was read', machine, { action: 'edit', value: text('トルエン') }, { action: 'confirm' }],
    ['the value as it was confirmed', confirmed, { action: 'edit', value: text('トルエン') }, undefined],
    ['a value where there was none', undefined, { action: 'edit', value: text('ベンゼン') }, { action: 'edit', value: text('ベンゼン') }],
    ['nothing where there is nothing', undefined, { action: 'delete' }, undefined],
    ['to confirm what is confirmed', confirmed, { action: 'confirm' }, undefined],
    ['to delete', edited, { action: 'delete' }, { action: 'delete' }],
    ['to delete what is deleted', deleted, { action: 'delete' }, undefined],
    ['to restore', deleted, { action: 'restore' }, { action: 'restore' }],
    ['to restore an untouched value', machine, { action: 'restore' }, undefined],
    ['the deleted value again', deleted, { action: 'edit', value: text('トルエン') }, { action: 'edit', value: text('トルエン') }],
  ])('%s', (_name, base, wanted, want) => {
    const draft = after([intent(base, wanted)])
    expect(draft.fields[key]?.intent).toEqual(want)
    expect(countChanges(draft)).toBe(want ? 1 : 0)
  })

  it('replaces the one before, and can be taken back', () => {
    const draft = after([intent(machine, { action: 'confirm' }), intent(machine, { action: 'delete' })])
    expect(draft.fields[key]?.intent).toEqual({ action: 'delete' })
    expect(after([{ type: 'undo', place }], draft)).toEqual(emptyDraft)
  })

  it('shows the resulting value', () => {
    const look = (base: Field, wanted: Intent) => {
      const { value, state, pending } = shown(base, after([intent(base, wanted)]).fields[key])
      return [value?.text, state, pending]
    }
    expect(look(machine, { action: 'confirm' })).toEqual(['トルエン', 'confirmed', true])
    expect(look(machine, { action: 'edit', value: text('ベンゼン') })).toEqual(['ベンゼン', 'edited', true])
    expect(look(machine, { action: 'delete' })).toEqual(['トルエン', 'deleted', true])
    expect(look(edited, { action: 'restore' })).toEqual(['トルエン', 'machine', true])
    expect(shown(machine, undefined)).toMatchObject({ state: 'machine', pending: false })
  })
})

describe('what is sent', () => {
  it('contains fields, new rows and record fields, with the place of each edit', () => {
    const draft = after([
      intent(machine, { action: 'edit', value: text('ベンゼン') }),
      { type: 'addRow', section: 3, group: 'composition' },
      { type: 'setCell', row: 'new-1', key: 'name', value: text('水') },
      { type: 'addRow', section: 15, group: 'laws' },
      { type: 'setRecordField', name: 'note', value: '倉庫A', base: '' },
    ])
    expect(toEdit(draft)).toEqual({
      edit: {
        note: '倉庫A',
        fields: [
          { section: 1, id: 'product_name', action: 'edit', value: text('ベンゼン') },
          { section: 3, id: 'composition', action: 'add', row: { name: text('水') } },
        ],
      },
      places: [key, 'new-1'],
    })
    // An empty row does not count.
    expect(countChanges(draft)).toBe(3)
  })

  it('leaves out unchanged record fields', () => {
    const draft = after([
      { type: 'setRecordField', name: 'tag_id_list', value: ['t1', 't2'], base: ['t1'] },
      { type: 'setRecordField', name: 'tag_id_list', value: ['t1'], base: ['t1'] },
      { type: 'addRow', section: 3, group: 'composition' },
      { type: 'dropRow', row: 'new-1' },
    ])
    expect(toEdit(draft).edit).toEqual({})
  })
})

describe('a row that was added, and changed during its save,', () => {
  const cells = (id: string, name: string) => ({ id, fields: [field(`composition/${id}/name`, text(name), { state: 'edited' }), field(`composition/${id}/cas`, { kind: 'list', list: ['7732-18-5'] }, { state: 'edited' })] })
  const sheetOf = (...rows: ReturnType<typeof cells>[]) => wholeSheet({ sections: [section(3, { groups: [{ key: 'composition', rows }] })] })
  const over = sheetOf(cells('r1', 'トルエン'))
  const sheet = sheetOf(cells('r1', 'トルエン'), cells('r2', '水'))
  const sent = after([
    { type: 'addRow', section: 3, group: 'composition' },
    { type: 'setCell', row: 'new-1', key: 'name', value: text('水') },
    { type: 'setCell', row: 'new-1', key: 'cas', value: { kind: 'list', list: ['7732-18-5'] } },
  ])
  const saved = (draft: Draft) => after([{ type: 'saved', draft: sent, over, sheet }], draft)

  it('is an edit of the row in the sheet, not another row', () => {
    const draft = saved(after([{ type: 'setCell', row: 'new-1', key: 'name', value: text('精製水') }], sent))
    expect(draft.rows).toEqual([])
    expect(toEdit(draft).edit).toEqual({ fields: [{ section: 3, id: 'composition/r2/name', action: 'edit', value: text('精製水') }] })
  })

  it('is deleted if it was discarded', () => {
    const draft = saved(after([{ type: 'dropRow', row: 'new-1' }], sent))
    expect(toEdit(draft).edit.fields?.map(({ id, action }) => [id, action])).toEqual([
      ['composition/r2/name', 'delete'],
      ['composition/r2/cas', 'delete'],
    ])
  })

  it('is done if it was not changed', () => expect(saved(sent)).toMatchObject({ fields: {}, rows: [] }))
})

describe('on a conflict', () => {
  const mine = after([intent(machine, { action: 'edit', value: text('ベンゼン') }), { type: 'setRecordField', name: 'note', value: '私', base: '' }])
  const theirs = (value: string, note = '') =>
    wholeSheet({ note, sections: [section(1, { fields: [{ ...machine, value: text(value), state: 'edited', machine: machine.value }] })] })

  it("keeps the input and marks the other user's changes", () => {
    const draft = after([{ type: 'rebase', sheet: theirs('キシレン', '彼') }], mine)
    expect(hasConflicts(draft)).toBe(true)
    expect(draft.fields[key]).toMatchObject({ intent: { action: 'edit', value: text('ベンゼン') }, conflict: true })
    expect(draft.record.note).toEqual({ value: '私', base: '', conflict: true })
  })

  it('marks nothing if other values were changed', () => {
    const draft = after([{ type: 'rebase', sheet: wholeSheet({ supplier_confirmed_at: '2026-01-01' }) }], mine)
    expect(hasConflicts(draft)).toBe(false)
    expect(countChanges(draft)).toBe(2)
  })

  it('drops changes that the other user has made too', () => {
    expect(after([{ type: 'rebase', sheet: theirs('ベンゼン', '私') }], mine)).toMatchObject({ fields: {}, record: {} })
  })

  it('drops edits of a row that is gone', () => {
    const cell = field('composition/r9/name', text('水'))
    const draft = after([{ type: 'intent', place: { section: 3, id: cell.id }, base: cell, intent: { action: 'delete' } }])
    expect(after([{ type: 'rebase', sheet: wholeSheet() }], draft).fields).toEqual({})
  })

  it('can be overruled', () => {
    const sheet = theirs('キシレン', '彼')
    const draft = after([{ type: 'rebase', sheet }, { type: 'keepMine', sheet }], mine)
    expect(hasConflicts(draft)).toBe(false)
    expect(draft.fields[key]?.base?.value).toEqual(text('キシレン'))
    expect(toEdit(draft).edit).toMatchObject({ note: '私', fields: [{ value: text('ベンゼン') }] })
  })
})
