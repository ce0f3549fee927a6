import type { WholeSheet } from '@/shared/api/sheets'
import type { Draft } from './draft'
import { type Place, type PlacedField, fieldAt, isOpen, isUnreviewed, placeKey, placedFields } from './fields'
import { sameValue } from './value'

/** The confidences in per cent from which values are offered to be confirmed together; 0 is all of them. */
export const levels = [95, 90, 80, 70, 60, 50, 0] as const

/** A set of values that can be confirmed together. */
export interface ReviewSet {
  places: readonly PlacedField[]
  /** How many of them are to be reviewed. */
  unsure: number
}

const setOf = (places: readonly PlacedField[]): ReviewSet => ({ places, unsure: places.filter(({ field }) => isUnreviewed(field)).length })

/** The values that nobody has reviewed and that have no unsaved change. */
const open = (sheet: WholeSheet, draft: Draft) => placedFields(sheet).filter(place => isOpen(place.field) && draft.fields[placeKey(place)] === undefined)

/** The values of a section that can be confirmed. */
export const sectionSet = (sheet: WholeSheet, draft: Draft, section: number): ReviewSet => setOf(open(sheet, draft).filter(place => place.section === section))

/** The sets of values from each confidence; without those that add nothing to the one before. */
export function levelSets(sheet: WholeSheet, draft: Draft): readonly (ReviewSet & { level: number })[] {
  const all = open(sheet, draft)
  const sets = levels.map(level => ({ level, ...setOf(all.filter(({ field }) => field.confidence * 100 >= level)) }))
  return sets.filter(({ places }, i) => places.length > (sets[i - 1]?.places.length ?? 0))
}

/** Those of the places whose value is still the one that was seen, and that can be confirmed in a newer version of the sheet. */
export const stillOpen = (sheet: WholeSheet, seen: readonly PlacedField[]): readonly PlacedField[] =>
  seen.filter(place => {
    const now = fieldAt(sheet, place)
    return now?.state === 'machine' && sameValue(now.value, place.field.value)
  })

/** Those of the places that are confirmed, and can be opened for review again. */
export const stillConfirmed = (sheet: WholeSheet, places: readonly Place[]): readonly Place[] => places.filter(place => fieldAt(sheet, place)?.state === 'confirmed')
