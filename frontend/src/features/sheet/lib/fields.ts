import type { Field, Section, WholeSheet } from '@/shared/api/sheets'
import { columnsOf, partsOf } from '@/shared/sds/definitions'

/** An unreviewed value with less confidence is to be reviewed; the server uses the same limit. */
export const reviewBelow = 0.8

/** The section numbers in the order shown; 0 is the sheet record. */
export const sectionNumbers = Array.from({ length: 17 }, (_, number) => number)

/** A field with its place. */
export interface Place {
  section: number
  id: string
}

export const placeKey = ({ section, id }: Place) => `${section}:${id}`

export function placeOf(key: string): Place {
  const at = key.indexOf(':')
  return { section: Number(key.slice(0, at)), id: key.slice(at + 1) }
}

export const rowFieldId = (group: string, row: string, key: string) => `${group}/${row}/${key}`

export const sectionOf = (sheet: WholeSheet, number: number): Section | undefined => sheet.sections.find(section => section.number === number)

/** The field at a place; undefined if the sheet has none. */
export function fieldAt(sheet: WholeSheet, { section, id }: Place): Field | undefined {
  const found = sectionOf(sheet, section)
  if (!found) return undefined
  const [group, row] = id.split('/')
  if (row === undefined) return found.fields.find(field => field.id === id)
  return found.groups
    .find(({ key }) => key === group)
    ?.rows.find(({ id: rowId }) => rowId === row)
    ?.fields.find(field => field.id === id)
}

export interface PlacedField extends Place {
  field: Field
}

/** All fields of the sheet, in the order shown. */
export function placedFields(sheet: WholeSheet): PlacedField[] {
  return sectionNumbers.flatMap(number => {
    const section = sectionOf(sheet, number)
    if (!section) return []
    const parts = partsOf(number)
    const known = parts.flatMap(part => {
      if ('field' in part) return section.fields.filter(({ key }) => key === part.field.key)
      const columns = columnsOf(number, part.group)
      const rows = section.groups.find(({ key }) => key === part.group)?.rows ?? []
      return rows.flatMap(row => columns.flatMap(column => row.fields.filter(({ key }) => key === column.key)))
    })
    return known.map(field => ({ section: number, id: field.id, field }))
  })
}

/** The section of the field with the id; ids are unique in a sheet. */
export const placeWithId = (sheet: WholeSheet, id: string): Place | undefined => placedFields(sheet).find(place => place.id === id)

/** Whether a field is the heading of a text, which is reviewed with the text. */
const isHeading = (key: string | undefined) => key === 'title'

/** Whether a value is one that users review, and none has. */
export const isOpen = ({ key, state }: { key?: string; state: Field['state'] }) => state === 'machine' && !isHeading(key)

/** Whether a value is uncertain and not reviewed. */
export const isUnreviewed = ({ confidence, ...field }: { key?: string; state: Field['state']; confidence: number }) => isOpen(field) && confidence < reviewBelow
