import type { Permission } from '@/shared/auth/permissions'
import type { TextGroup } from '@/shared/i18n/keys'
import { casFault, tidyCas as plainCas } from '@/shared/lib/cas'
import { type Declaration, type FilterName, declared } from './declared'

/** The place of a filter in the panel: above all groups, in one of these, or outside of the panel. */
export const groups = ['filing', 'product', 'hazards', 'composition', 'properties', 'transport', 'laws', 'dates'] as const
export type Group = (typeof groups)[number]

export interface Shown {
  /** `main` is always visible; `nowhere` has a place of its own, or is set by a link. */
  group: Group | 'main' | 'nowhere'
  /** The text prefix of its fixed options; without it they are shown as they are. */
  texts?: TextGroup
  /** Symbols as toggle buttons instead of a list. */
  pictograms?: true
  /** Normalises input for the search. */
  tidy?: (word: string) => string
  /** Whether a normalised word can be searched for. */
  accepts?: (word: string) => boolean
  /** An example is shown in the empty field. */
  hint?: true
  /** Suggestions for free text. */
  suggestions?: readonly string[]
  /** The permission needed to see it. */
  permission?: Permission
  /** Its values are shown as a number in one chip. */
  counted?: true
  /** What it finds is the user's own, and so another thing for each user. */
  own?: true
}

const code = (word: string) => word.normalize('NFKC').trim().toUpperCase().replace(/\s/g, '')
export const tidyHCode = code
export const tidyCas = (word: string) => plainCas(code(word))
export const tidyUn = (word: string) => code(word).replace(/^UN(?:NO\.?)?/, '')

/**
 * The filters of sheets, in the order shown: the one place of the dashboard's own facts about each. Its
 * name is in the texts under `sheets.filters`; panel, chips, address and requests follow from this table
 * and the server's declarations.
 */
export const registry: Readonly<Record<FilterName, Shown>> = {
  text: { group: 'nowhere' },
  ids: { group: 'nowhere', counted: true },

  status_group: { group: 'main', texts: 'sds.status' },
  revision_status: { group: 'main', texts: 'sds.revision' },
  department_id: { group: 'main' },
  tag_id: { group: 'main' },
  supplier: { group: 'main' },
  signal_word: { group: 'main', texts: 'sds.choice.signal_word' },
  pictogram: { group: 'main', texts: 'sds.pictogram', pictograms: true },
  h_code: { group: 'main', tidy: tidyHCode, accepts: word => /^(EU)?H\d{3}[A-Z]{0,3}(\+(EU)?H\d{3}[A-Z]{0,3})*$/i.test(word), hint: true },
  cas_number: { group: 'main', tidy: tidyCas, accepts: word => casFault(word) === undefined, hint: true },
  has_unreviewed: { group: 'main' },
  has_findings: { group: 'main' },

  mine: { group: 'filing', own: true },
  my_departments: { group: 'filing', own: true },
  assignee_id: { group: 'filing' },
  language_id: { group: 'filing', texts: 'sds.language' },
  note: { group: 'filing' },
  source_type: { group: 'filing', texts: 'sheets.options.source_type' },
  has_attachments: { group: 'filing' },
  has_deleted_items: { group: 'filing' },
  removed: { group: 'filing' },

  name: { group: 'product' },
  product_name: { group: 'product' },
  product_code: { group: 'product' },
  manufacturer: { group: 'product' },

  ghs_class: { group: 'hazards' },
  ghs_category: { group: 'hazards' },

  substance_name: { group: 'composition' },
  composition_type: { group: 'composition', texts: 'sheets.options.composition_type' },
  concentration: { group: 'composition' },
  exposure_authority: { group: 'composition', suggestions: ['ACGIH', 'JSOH', 'MHLW', 'OSHA', 'NIOSH', 'WEL', 'EU', 'Germany (DFG)'] },

  state: { group: 'properties', texts: 'sds.choice.state' },
  flash_point: { group: 'properties' },
  boiling_point: { group: 'properties' },
  ph: { group: 'properties' },

  un_number: { group: 'transport', tidy: tidyUn, accepts: word => /^\d{4}$/.test(word), hint: true },
  transport_class: { group: 'transport', tidy: code, suggestions: ['1.1', '1.2', '1.3', '1.4', '1.5', '1.6', '2.1', '2.2', '2.3', '3', '4.1', '4.2', '4.3', '5.1', '5.2', '6.1', '6.2', '7', '8', '9'] },
  packing_group: { group: 'transport' },

  law: { group: 'laws' },
  regulation: { group: 'laws' },
  law_name: { group: 'laws' },
  law_hit: { group: 'laws' },
  law_change: { group: 'laws' },
  duty: { group: 'laws' },
  dynamic_list_id: { group: 'laws', permission: 'CHECK_LIST_READ' },

  revised: { group: 'dates' },
  created: { group: 'dates' },
  updated: { group: 'dates' },
  supplier_confirmed: { group: 'dates' },
  assessed: { group: 'dates' },
}

/** A filter as both sides declare it. */
export type Filter = Declaration & Shown

export const filters: readonly Filter[] = (Object.entries(registry) as [FilterName, Shown][]).flatMap(([name, shown]) => {
  const declaration = declared.get(name)
  return declaration ? [{ ...declaration, ...shown }] : []
})

export const filtersOf = (group: Shown['group']) => filters.filter(filter => filter.group === group)
