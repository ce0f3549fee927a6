import type { Checklist } from '@/shared/api/checklists'
import { mergeFields } from '@/shared/lib/merge'
import { type Draft, draftOf } from './draft'
import { type SubstanceRow, emptyRow, isBlank } from './substances'

/** The compared fields of a draft and of a stored checklist. */
interface Comparable {
  title: string
  description: string
  targets: Draft['targets']
  chosen: readonly number[]
  substances: readonly Omit<SubstanceRow, 'key'>[]
}

export type ComparedName = keyof Comparable

const comparable = ({ title, description, targets, chosen, substances }: Draft): Comparable => ({
  title,
  description,
  targets,
  chosen: [...chosen].sort((a, b) => a - b),
  substances: substances.filter(row => !isBlank(row)).map(({ key: _key, ...row }) => row),
})

const toDraft = (draft: Draft, { chosen, substances, ...rest }: Comparable): Draft => ({
  ...draft,
  ...rest,
  chosen: new Set(chosen),
  substances: substances.length > 0 ? substances.map(row => emptyRow(row)) : [emptyRow()],
})

/** Merges a draft with another user's change since `base` was read; `conflicts` need a choice. */
export function mergeDraft(base: Checklist, draft: Draft, theirs: Checklist): { draft: Draft; conflicts: ComparedName[] } {
  const now = draftOf(theirs)
  const { merged, conflicts } = mergeFields(comparable(draftOf(base)), comparable(draft), comparable(now))
  return { draft: toDraft({ ...draft, kind: now.kind === draft.kind ? draft.kind : 'both' }, merged), conflicts }
}

/** The draft with one field as stored. */
export const withStored = (draft: Draft, stored: Checklist, name: ComparedName): Draft => toDraft(draft, { ...comparable(draft), [name]: comparable(draftOf(stored))[name] })
