import type { Field, FieldEdit, SheetEdit, Value, WholeSheet } from '@/shared/api/sheets'
import { type Place, fieldAt, placeKey } from './fields'
import { sameValue } from './value'

/** What a person wants of one field. */
export type Wish = { action: 'edit'; value: Value } | { action: 'delete' } | { action: 'restore' } | { action: 'confirm' }

interface FieldChange extends Place {
  wish: Wish
  /** The field as it was when the wish was made; undefined where there was none. */
  base: Field | undefined
  /** Somebody else has changed the field since. */
  conflict?: true
}

/** A row that is not in the sheet yet. */
export interface NewRow {
  id: string
  section: number
  group: string
  values: Readonly<Record<string, Value>>
}

/** What belongs to the sheet as a whole and can be edited. */
export type Head = Pick<WholeSheet, 'name' | 'note' | 'department_id_list' | 'tag_id_list' | 'supplier_confirmed_at' | 'assessed_at'>
export type HeadName = keyof Head

interface HeadChange {
  value: Head[HeadName]
  base: Head[HeadName]
  conflict?: true
}

/** Everything that a person has changed and not saved yet. */
export interface Draft {
  fields: Readonly<Record<string, FieldChange>>
  rows: readonly NewRow[]
  head: Readonly<Partial<Record<HeadName, HeadChange>>>
  made: number
}

export const emptyDraft: Draft = { fields: {}, rows: [], head: {}, made: 0 }

export type DraftAction =
  | { type: 'wish'; place: Place; base: Field | undefined; wish: Wish }
  | { type: 'undo'; place: Place }
  | { type: 'addRow'; section: number; group: string }
  | { type: 'setCell'; row: string; key: string; value: Value }
  | { type: 'dropRow'; row: string }
  | { type: 'setHead'; name: HeadName; value: Head[HeadName]; base: Head[HeadName] }
  /** The sheet was read again: what others have changed meanwhile is marked. */
  | { type: 'rebase'; sheet: WholeSheet }
  | { type: 'keepMine'; sheet: WholeSheet }
  | { type: 'clear' }

export function reduceDraft(draft: Draft, action: DraftAction): Draft {
  switch (action.type) {
    case 'wish': {
      const key = placeKey(action.place)
      const wish = settle(action.base, action.wish)
      return { ...draft, fields: wish ? { ...draft.fields, [key]: { ...action.place, wish, base: action.base } } : without(draft.fields, key) }
    }
    case 'undo':
      return { ...draft, fields: without(draft.fields, placeKey(action.place)) }
    case 'addRow':
      return { ...draft, made: draft.made + 1, rows: [...draft.rows, { id: `new-${draft.made + 1}`, section: action.section, group: action.group, values: {} }] }
    case 'setCell':
      return { ...draft, rows: draft.rows.map(row => (row.id === action.row ? { ...row, values: { ...row.values, [action.key]: action.value } } : row)) }
    case 'dropRow':
      return { ...draft, rows: draft.rows.filter(({ id }) => id !== action.row) }
    case 'setHead': {
      const same = JSON.stringify(action.value) === JSON.stringify(action.base)
      return { ...draft, head: same ? without(draft.head, action.name) : { ...draft.head, [action.name]: { value: action.value, base: action.base } } }
    }
    case 'rebase':
      return rebase(draft, action.sheet)
    case 'keepMine':
      return keepMine(draft, action.sheet)
    case 'clear':
      return emptyDraft
  }
}

function without<T extends object>(record: T, key: string): T {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== key)) as T
}

/** A wish as it has to be told to the server; undefined where it changes nothing. */
function settle(base: Field | undefined, wish: Wish): Wish | undefined {
  if (!base) return wish.action === 'edit' ? wish : undefined
  switch (wish.action) {
    case 'edit':
      if (!sameValue(base.value, wish.value) || base.state === 'deleted') return wish
      return base.state === 'machine' ? { action: 'confirm' } : undefined
    case 'confirm':
      return base.state === 'machine' ? wish : undefined
    case 'delete':
      return base.state === 'deleted' ? undefined : wish
    case 'restore':
      return base.state === 'machine' ? undefined : wish
  }
}

/** A field as it would be once the draft is saved. */
export interface Shown {
  value: Value | undefined
  state: Field['state']
  confidence: number
  /** Changed and not saved yet. */
  pending: boolean
  conflict: boolean
}

export function shown(field: Field | undefined, change: FieldChange | undefined): Shown {
  const rest = { confidence: field?.confidence ?? 1, pending: change !== undefined, conflict: change?.conflict ?? false }
  if (!change) return { value: field?.value, state: field?.state ?? 'machine', ...rest }
  switch (change.wish.action) {
    case 'edit':
      return { value: change.wish.value, state: 'edited', ...rest }
    case 'delete':
      return { value: field?.value, state: 'deleted', ...rest }
    case 'confirm':
      return { value: field?.value, state: field?.state === 'edited' ? 'edited' : 'confirmed', ...rest }
    case 'restore':
      return { value: field?.machine ?? field?.value, state: field?.machine ? 'machine' : 'edited', ...rest }
  }
}

/** How many things would be saved. */
export const countChanges = (draft: Draft) => Object.keys(draft.fields).length + filledRows(draft).length + Object.keys(draft.head).length

export const hasConflicts = (draft: Draft) =>
  Object.values(draft.fields).some(({ conflict }) => conflict) || Object.values(draft.head).some(({ conflict }) => conflict)

const filledRows = (draft: Draft) => draft.rows.filter(({ values }) => Object.keys(values).length > 0)

/** The call that saves the draft, with the place of each of its field edits: the server names them by number. */
export function toEdit(draft: Draft): { edit: SheetEdit; places: string[] } {
  const changes = Object.values(draft.fields)
  const rows = filledRows(draft)
  const fields: FieldEdit[] = [
    ...changes.map(({ section, id, wish }) => ({ section, id, action: wish.action, ...(wish.action === 'edit' && { value: wish.value }) })),
    ...rows.map(({ section, group, values }) => ({ section, id: group, action: 'add' as const, row: { ...values } })),
  ]
  const head = Object.fromEntries(Object.entries(draft.head).map(([name, change]) => [name, change.value])) as Partial<Head>
  return { edit: { ...head, ...(fields.length > 0 && { fields }) }, places: [...changes.map(placeKey), ...rows.map(({ id }) => id)] }
}

const unchanged = (a: Field | undefined, b: Field | undefined) => a?.state === b?.state && sameValue(a?.value, b?.value)

function rebase(draft: Draft, sheet: WholeSheet): Draft {
  const fields: Record<string, FieldChange> = {}
  for (const [key, change] of Object.entries(draft.fields)) {
    const now = fieldAt(sheet, change)
    const wish = settle(now, change.wish)
    // A row that is gone takes the wishes for it along.
    const gone = change.base !== undefined && now === undefined
    if (!wish || gone) continue
    fields[key] = unchanged(change.base, now) ? change : { ...change, wish, conflict: true }
  }
  const head: Draft['head'] = Object.fromEntries(
    Object.entries(draft.head)
      .filter(([name, change]) => JSON.stringify(change.value) !== JSON.stringify(sheet[name as HeadName]))
      .map(([name, change]) => [name, JSON.stringify(change.base) === JSON.stringify(sheet[name as HeadName]) ? change : { ...change, conflict: true }]),
  )
  return { ...draft, fields, head }
}

/** What others wrote is seen, and shall be overwritten. */
function keepMine(draft: Draft, sheet: WholeSheet): Draft {
  const fields = Object.fromEntries(
    Object.entries(draft.fields).map(([key, { conflict: _conflict, ...change }]) => [key, { ...change, base: fieldAt(sheet, change) }]),
  )
  const head = Object.fromEntries(Object.entries(draft.head).map(([name, { value }]) => [name, { value, base: sheet[name as HeadName] }]))
  return { ...draft, fields, head }
}
