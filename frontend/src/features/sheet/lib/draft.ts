import type { Field, FieldEdit, SheetEdit, Value, WholeSheet } from '@/shared/api/sheets'
import { same } from '@/shared/lib/merge'
import { type Place, fieldAt, placeKey, rowFieldId, sectionOf } from './fields'
import { sameValue } from './value'

/** A user's intended change of one field. */
export type Intent = { action: 'edit'; value: Value } | { action: 'delete' } | { action: 'restore' } | { action: 'confirm' }

export interface FieldChange extends Place {
  intent: Intent
  /** The field when the intent was made; undefined if it did not exist. */
  base: Field | undefined
  /** Another user has changed the field since. */
  conflict?: true
}

/** A row that is not in the sheet yet. */
export interface NewRow {
  id: string
  section: number
  group: string
  values: Readonly<Record<string, Value>>
}

/** The editable fields of the sheet record. */
export type RecordFields = Pick<WholeSheet, 'name' | 'note' | 'department_id_list' | 'assignee_id_list' | 'tag_id_list' | 'supplier_confirmed_at' | 'assessed_at'>
export type RecordFieldName = keyof RecordFields

interface RecordChange {
  value: RecordFields[RecordFieldName]
  base: RecordFields[RecordFieldName]
  conflict?: true
}

/** All unsaved changes of a user. */
export interface Draft {
  fields: Readonly<Record<string, FieldChange>>
  rows: readonly NewRow[]
  record: Readonly<Partial<Record<RecordFieldName, RecordChange>>>
  /** Input for fields that are gone: it cannot be saved, and is shown until it is dismissed. */
  gone: readonly FieldChange[]
  made: number
}

export const emptyDraft: Draft = { fields: {}, rows: [], record: {}, gone: [], made: 0 }

export type DraftAction =
  | { type: 'intent'; place: Place; base: Field | undefined; intent: Intent }
  | { type: 'undo'; place: Place }
  | { type: 'addRow'; section: number; group: string }
  | { type: 'setCell'; row: string; key: string; value: Value }
  | { type: 'dropRow'; row: string }
  | { type: 'setRecordField'; name: RecordFieldName; value: RecordFields[RecordFieldName]; base: RecordFields[RecordFieldName] }
  /** The sheet was read again: other users' changes are marked. */
  | { type: 'rebase'; sheet: WholeSheet }
  /** Other users' changes were seen, and are to be overwritten: of one place or name, or of all. */
  | { type: 'keepMine'; sheet: WholeSheet; at?: string }
  /** Other users' changes are kept. */
  | { type: 'keepTheirs'; at?: string }
  | { type: 'dismissGone' }
  /** The draft was saved as it was then, over a sheet, resulting in another; later input stays. */
  | { type: 'saved'; draft: Draft; over: WholeSheet; sheet: WholeSheet }
  | { type: 'clear' }

export function reduceDraft(draft: Draft, action: DraftAction): Draft {
  switch (action.type) {
    case 'intent': {
      const key = placeKey(action.place)
      const intent = effective(action.base, action.intent)
      return { ...draft, fields: intent ? { ...draft.fields, [key]: { ...action.place, intent, base: action.base } } : without(draft.fields, key) }
    }
    case 'undo':
      return { ...draft, fields: without(draft.fields, placeKey(action.place)) }
    case 'addRow':
      return { ...draft, made: draft.made + 1, rows: [...draft.rows, { id: `new-${draft.made + 1}`, section: action.section, group: action.group, values: {} }] }
    case 'setCell':
      return { ...draft, rows: draft.rows.map(row => (row.id === action.row ? { ...row, values: { ...row.values, [action.key]: action.value } } : row)) }
    case 'dropRow':
      return { ...draft, rows: draft.rows.filter(({ id }) => id !== action.row) }
    case 'setRecordField': {
      return { ...draft, record: same(action.value, action.base) ? without(draft.record, action.name) : { ...draft.record, [action.name]: { value: action.value, base: action.base } } }
    }
    case 'rebase':
      return rebase(draft, action.sheet)
    case 'keepMine':
      return keepMine(draft, action.sheet, action.at)
    case 'keepTheirs':
      return keepTheirs(draft, action.at)
    case 'dismissGone':
      return { ...draft, gone: [] }
    case 'saved':
      return withoutSaved(draft, action.draft, action.over, action.sheet)
    case 'clear':
      return emptyDraft
  }
}

function without<T extends object>(record: T, key: string): T {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== key)) as T
}

/** An intent as sent to the server; undefined if it changes nothing. */
function effective(base: Field | undefined, intent: Intent): Intent | undefined {
  if (!base) return intent.action === 'edit' ? intent : undefined
  switch (intent.action) {
    case 'edit':
      if (!sameValue(base.value, intent.value) || base.state === 'deleted') return intent
      return base.state === 'machine' ? { action: 'confirm' } : undefined
    case 'confirm':
      return base.state === 'machine' ? intent : undefined
    case 'delete':
      return base.state === 'deleted' ? undefined : intent
    case 'restore':
      return base.state === 'machine' ? undefined : intent
  }
}

/** A field as it will be once the draft is saved. */
export interface Shown {
  key: string | undefined
  value: Value | undefined
  state: Field['state']
  confidence: number
  /** Changed and unsaved. */
  pending: boolean
  conflict: boolean
}

export function shown(field: Field | undefined, change: FieldChange | undefined): Shown {
  const rest = { key: field?.key, confidence: field?.confidence ?? 1, pending: change !== undefined, conflict: change?.conflict ?? false }
  if (!change) return { value: field?.value, state: field?.state ?? 'machine', ...rest }
  switch (change.intent.action) {
    case 'edit':
      return { value: change.intent.value, state: 'edited', ...rest }
    case 'delete':
      return { value: field?.value, state: 'deleted', ...rest }
    case 'confirm':
      return { value: field?.value, state: field?.state === 'edited' ? 'edited' : 'confirmed', ...rest }
    case 'restore':
      return { value: field?.machine ?? field?.value, state: field?.machine ? 'machine' : 'edited', ...rest }
  }
}

/** The number of changes to save. */
export const countChanges = (draft: Draft) => Object.keys(draft.fields).length + filledRows(draft).length + Object.keys(draft.record).length

export const hasConflicts = (draft: Draft) =>
  Object.values(draft.fields).some(({ conflict }) => conflict) || Object.values(draft.record).some(({ conflict }) => conflict)

const filledRows = (draft: Draft) => draft.rows.filter(({ values }) => Object.keys(values).length > 0)

/** The request that saves the draft, with the place of each field edit: the server refers to them by number. */
export function toEdit(draft: Draft): { edit: SheetEdit; places: string[] } {
  const changes = Object.values(draft.fields)
  const rows = filledRows(draft)
  const fields: FieldEdit[] = [
    ...changes.map(({ section, id, intent }) => ({ section, id, action: intent.action, ...(intent.action === 'edit' && { value: intent.value }) })),
    ...rows.map(({ section, group, values }) => ({ section, id: group, action: 'add' as const, row: { ...values } })),
  ]
  const record = Object.fromEntries(Object.entries(draft.record).map(([name, change]) => [name, change.value])) as Partial<RecordFields>
  return { edit: { ...record, ...(fields.length > 0 && { fields }) }, places: [...changes.map(placeKey), ...rows.map(({ id }) => id)] }
}

const unchanged = (a: Field | undefined, b: Field | undefined) => a?.state === b?.state && sameValue(a?.value, b?.value)

function rebase(draft: Draft, sheet: WholeSheet): Draft {
  const fields: Record<string, FieldChange> = {}
  const gone = [...draft.gone]
  for (const [key, { conflict: _conflict, ...change }] of Object.entries(draft.fields)) {
    const now = fieldAt(sheet, change)
    if (change.base !== undefined && now === undefined) {
      // Confirmations and deletions disappear with their row; input is kept.
      if (change.intent.action === 'edit') gone.push(change)
      continue
    }
    const intent = effective(now, change.intent)
    if (intent) fields[key] = unchanged(change.base, now) ? { ...change, intent } : { ...change, intent, conflict: true }
  }
  const record: Draft['record'] = Object.fromEntries(
    Object.entries(draft.record)
      .filter(([name, change]) => !same(change.value, sheet[name as RecordFieldName]))
      .map(([name, { value, base }]) => [name, same(base, sheet[name as RecordFieldName]) ? { value, base } : { value, base, conflict: true }]),
  )
  return { ...draft, fields, record, gone }
}

/** Whether a decision concerns a place or a name. */
const about = (at: string | undefined, name: string) => at === undefined || at === name

function keepMine(draft: Draft, sheet: WholeSheet, at?: string): Draft {
  const fields = Object.fromEntries(
    Object.entries(draft.fields).map(([key, change]) => {
      const { conflict: _conflict, ...mine } = change
      return [key, about(at, key) ? { ...mine, base: fieldAt(sheet, change) } : change]
    }),
  )
  const record = Object.fromEntries(
    Object.entries(draft.record).map(([name, change]) => [name, about(at, name) ? { value: change.value, base: sheet[name as RecordFieldName] } : change]),
  )
  return { ...draft, fields, record }
}

function keepTheirs(draft: Draft, at?: string): Draft {
  const stays = ([name, { conflict }]: [string, { conflict?: true }]) => !conflict || !about(at, name)
  return { ...draft, fields: Object.fromEntries(Object.entries(draft.fields).filter(stays)), record: Object.fromEntries(Object.entries(draft.record).filter(stays)) }
}

function withoutSaved(draft: Draft, saved: Draft, over: WholeSheet, sheet: WholeSheet): Draft {
  const sent = new Map(filledRows(saved).map(row => [row.id, row]))
  const rest: Draft = {
    ...draft,
    fields: Object.fromEntries(Object.entries(draft.fields).filter(([key, { intent }]) => !same(intent, saved.fields[key]?.intent))),
    record: Object.fromEntries(Object.entries(draft.record).filter(([name, { value }]) => !same(value, saved.record[name as RecordFieldName]?.value))),
    rows: draft.rows.filter(row => !sent.has(row.id)),
  }
  // A second change made during the save of the first is based on the saved one, not on another user's.
  const based = [...Object.keys(saved.fields), ...Object.keys(saved.record)].reduce((now, at) => keepMine(now, sheet, at), rest)
  return [...addedRows(saved, over, sheet)].reduce((now, [id, added]) => rowChanges(now, sent.get(id), draft.rows.find(row => row.id === id), added, sheet), based)
}

/** The ids that the saved rows have in the sheet: those that the sheet before does not have, in order. */
function addedRows(saved: Draft, over: WholeSheet, sheet: WholeSheet): Map<string, string> {
  const rowsOf = (of: WholeSheet, { section, group }: NewRow) => sectionOf(of, section)?.groups.find(({ key }) => key === group)?.rows.map(({ id }) => id) ?? []
  const used = new Set<string>()
  const found = new Map<string, string>()
  for (const row of filledRows(saved)) {
    const before = new Set(rowsOf(over, row))
    const added = rowsOf(sheet, row).find(id => !before.has(id) && !used.has(`${row.section}:${row.group}/${id}`))
    if (added === undefined) continue
    used.add(`${row.section}:${row.group}/${added}`)
    found.set(row.id, added)
  }
  return found
}

/** What was changed in a new row during its save is a change of the row that is in the sheet now. */
function rowChanges(draft: Draft, sent: NewRow | undefined, now: NewRow | undefined, added: string, sheet: WholeSheet): Draft {
  if (!sent) return draft
  const changes = Object.keys(now ? now.values : sent.values).flatMap(key => {
    const value = now?.values[key]
    if (now && sameValue(value, sent.values[key])) return []
    const place = { section: sent.section, id: rowFieldId(sent.group, added, key) }
    const base = fieldAt(sheet, place)
    // A row that was discarded during its save is deleted.
    const intent = effective(base, value ? { action: 'edit', value } : { action: 'delete' })
    return intent ? [[placeKey(place), { ...place, intent, base }] as const] : []
  })
  return { ...draft, fields: { ...draft.fields, ...Object.fromEntries(changes) } }
}

/** The first conflict: a place, or the name of a record field. */
export const firstConflict = (draft: Draft) => [...Object.entries(draft.record), ...Object.entries(draft.fields)].find(([, { conflict }]) => conflict)?.[0]

/** Whether a draft contains nothing that could be lost. */
export const isEmptyDraft = (draft: Draft) => countChanges(draft) === 0 && draft.gone.length === 0

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether data stored in the browser has the shape of a draft. */
export function isDraft(content: unknown): content is Draft {
  if (!isRecord(content)) return false
  const { fields, rows, record, gone, made } = content
  const change = (one: unknown) => isRecord(one) && typeof one.section === 'number' && typeof one.id === 'string' && isRecord(one.intent)
  return (
    isRecord(fields) &&
    Object.values(fields).every(change) &&
    Array.isArray(gone) &&
    gone.every(change) &&
    Array.isArray(rows) &&
    rows.every(row => isRecord(row) && typeof row.group === 'string' && isRecord(row.values)) &&
    isRecord(record) &&
    Object.values(record).every(one => isRecord(one) && 'value' in one) &&
    typeof made === 'number'
  )
}
