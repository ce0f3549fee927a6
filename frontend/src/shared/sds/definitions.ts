import type { Value } from '@/shared/api/sheets'
import all from './definitions.json'

/** A field: its place and the values allowed. `group` is the table it is a column of. */
export interface Definition {
  section: number
  group?: string
  key: string
  kind: Value['kind']
  choices?: readonly string[]
  /** The units offered for a quantity, the most common first. */
  units?: readonly string[]
}

/** All fields of a sheet, in the order shown; generated from the server's (`shared/domain/sds/fields.tsv`) by a test there. */
export const definitions = all as readonly Definition[]

export const definitionOf = (section: number, group: string | undefined, key: string): Definition | undefined =>
  definitions.find(definition => definition.section === section && definition.group === group && definition.key === key)

/** The columns of a table, in order. */
export const columnsOf = (section: number, group: string): readonly Definition[] =>
  definitions.filter(definition => definition.section === section && definition.group === group)

/** The tables and single fields of a section, in the order of the first of their definitions. */
export function partsOf(section: number): readonly ({ group: string } | { field: Definition })[] {
  const parts: ({ group: string } | { field: Definition })[] = []
  const groups = new Set<string>()
  for (const definition of definitions) {
    if (definition.section !== section) continue
    if (definition.group === undefined) parts.push({ field: definition })
    else if (!groups.has(definition.group)) {
      groups.add(definition.group)
      parts.push({ group: definition.group })
    }
  }
  return parts
}

export const pictogramCodes = ['GHS01', 'GHS02', 'GHS03', 'GHS04', 'GHS05', 'GHS06', 'GHS07', 'GHS08', 'GHS09'] as const
