import type { ResultsQuery } from '@/shared/api/checklists'
import { verdicts } from '@/shared/api/laws'
import { type Param, type Sort, type UrlState, choiceParam, textParam } from '@/shared/lib/urlState'

export const judgements = ['applies', 'does_not_apply', 'on_hold', 'none'] as const
export type JudgementFilter = (typeof judgements)[number]

/** The verdicts that results have: what is not listed is not found. */
export const shownVerdicts = verdicts.filter(verdict => verdict !== 'not_listed')
export type ShownVerdict = (typeof shownVerdicts)[number]

/** Several of some choices, in the order of these. */
const severalParam = <T extends string>(choices: readonly T[]): Param<readonly T[]> => ({
  parse: text => choices.filter(choice => text?.split(',').includes(choice)),
  format: values => (values.length === 0 ? null : values.join(',')),
})

/** What results are narrowed down by; it stands in the URL. */
export const filterParams = {
  verdict: severalParam(shownVerdicts),
  judgement: severalParam(judgements),
  excluded: choiceParam(['', 'true'] as const, ''),
  changed: choiceParam(['', 'true'] as const, ''),
  q: textParam(),
}
export type Filters = UrlState<typeof filterParams>

export const noFilters: Filters = { verdict: [], judgement: [], excluded: '', changed: '', q: '' }

export const isFiltered = ({ verdict, judgement, excluded, changed, q }: Filters) => verdict.length + judgement.length > 0 || excluded !== '' || changed !== '' || q !== ''

/** The verdicts that are shown where none is asked for. */
export const usual: readonly ShownVerdict[] = ['applies', 'requires_context', 'scheduled']

/** The verdicts shown when one is switched on or off. */
export function switched(verdict: ShownVerdict, shown: readonly ShownVerdict[]): readonly ShownVerdict[] {
  const now = shown.length > 0 ? shown : usual
  const next = shownVerdicts.filter(one => (one === verdict ? !now.includes(one) : now.includes(one)))
  // The usual ones need not be named, and none at all would show nothing.
  return next.length === 0 || (next.length === usual.length && usual.every(one => next.includes(one))) ? [] : next
}

export const sortFields = ['name', 'revised_at', 'created_at', 'updated_at'] as const

/** The filters and the order as the API takes them. */
export function toQuery(filters: Filters, sort: Sort | null): ResultsQuery {
  const field = sortFields.find(one => one === sort?.field)
  return {
    ...(filters.verdict.length > 0 && { verdict: [...filters.verdict] }),
    ...(filters.judgement.length > 0 && { judgement: [...filters.judgement] }),
    ...(filters.excluded && { excluded: true }),
    ...(filters.changed && { changed: true }),
    ...(filters.q.trim() && { q: filters.q.trim() }),
    ...(field && sort && { [`order_by_${field}`]: sort.direction }),
  }
}
