import type { Checklist, ChecklistInput, Target } from '@/shared/api/checklists'
import { ChecklistRequest } from '@/shared/api/rules'
import { tidyCas } from '@/shared/lib/cas'
import { isTooLong } from '@/shared/lib/tooLong'
import { type SubstanceRow, emptyRow, isBlank, rowFaults } from './substances'

/** The kind; `both` for an edited one that watches laws and substances, or has no targets yet. */
export type Kind = Checklist['kind'] | 'both'

/** A checklist being created or edited: the values of the form. */
export interface Draft {
  kind: Kind
  title: string
  description: string
  targets: readonly Target[]
  /** Ids of laws, categories, classes and statutory substances, in order. */
  chosen: readonly number[]
  substances: readonly SubstanceRow[]
  companyName: string
  requestText: string
}

/** The rows before anything is typed. */
const firstRows: readonly SubstanceRow[] = [emptyRow({ key: 'first' })]

export const emptyDraft = (kind: Kind, companyName: string): Draft => ({
  kind,
  title: '',
  description: '',
  targets: ['composition', 'section_15'],
  chosen: [],
  substances: firstRows,
  companyName,
  requestText: '',
})

export function draftOf(list: Checklist): Draft {
  return {
    kind: list.kind === 'request' || list.dbt_types.length > 1 ? 'both' : list.kind,
    title: list.title,
    description: list.description,
    targets: list.extraction_targets,
    chosen: [...new Set([...list.law_ids, ...list.regulation_ids, ...list.law_regulation_ids])].sort((a, b) => a - b),
    substances: list.substances.length > 0 ? list.substances.map(({ cas, name, threshold, operator }) => emptyRow({ key: cas, cas, name: name ?? '', threshold: String(threshold), operator })) : firstRows,
    companyName: list.company_name ?? '',
    requestText: list.law_regulation_text ?? '',
  }
}

/** An edited checklist with its kind by what it watches: laws and substances may have come from two users. */
export function withKind(draft: Draft): Draft {
  const both = (draft.kind === 'laws' && filled(draft).length > 0) || (draft.kind === 'substances' && draft.chosen.length > 0)
  return both ? { ...draft, kind: 'both' } : draft
}

const filled = (draft: Draft) => draft.substances.filter(row => !isBlank(row))

/** The kinds of targets of a draft: of a new one as chosen, of an edited one as stored. */
export function builtBy(draft: Draft): ('laws' | 'substances')[] {
  const laws = draft.kind !== 'substances' && draft.chosen.length > 0
  const substances = draft.kind !== 'laws' && filled(draft).length > 0
  return [...(laws ? (['laws'] as const) : []), ...(substances ? (['substances'] as const) : [])]
}

/** The draft as the API's request. */
export function toInput(draft: Draft): ChecklistInput {
  const by = builtBy(draft)
  return {
    title: draft.title.trim(),
    description: draft.description.trim(),
    // A company's own list cannot be compared with section 15.
    extraction_targets: by.length === 1 && by[0] === 'substances' ? ['composition'] : [...draft.targets],
    dbt_types: by,
    law_regulation_ids: by.includes('laws') ? [...draft.chosen] : [],
    substances: (by.includes('substances') ? filled(draft) : []).map(({ cas, name, operator, threshold }) => ({ cas: tidyCas(cas), name: name.trim(), operator, threshold: Number(threshold) })),
  }
}

/** The API's rules for the texts of a request. */
export const requestRules = { title: ChecklistRequest.title, companyName: ChecklistRequest.company_name, requestText: ChecklistRequest.law_regulation_text, description: ChecklistRequest.description }

export type DraftText = keyof typeof requestRules

/** Whether the texts of a draft are no longer than their rules allow. */
export const fits = (draft: Draft, rules: Partial<Record<DraftText, { maxLength: number }>>) =>
  (Object.keys(requestRules) as DraftText[]).every(name => !rules[name] || !isTooLong(draft[name], rules[name]))

/** Whether the rows of substances are valid, and not empty if they alone are watched. */
export const hasSubstances = (draft: Draft) => rowFaults(draft.substances).size === 0 && (draft.kind === 'both' || filled(draft).length > 0)
