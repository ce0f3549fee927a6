import type { ResultsQuery } from '@/shared/api/checklists'
import { verdicts } from '@/shared/api/laws'
import { type ChangeOptions, type Param, type Sort, type UrlState, choiceParam, textParam } from '@/shared/lib/urlState'

export const judgements = ['applies', 'does_not_apply', 'on_hold', 'none'] as const
export type JudgementFilter = (typeof judgements)[number]

/** The verdicts that results can have; others are not returned. */
export const shownVerdicts = verdicts.filter(verdict => verdict !== 'not_listed')
export type ShownVerdict = (typeof shownVerdicts)[number]

/** A subset of choices, in their order. */
const severalParam = <T extends string>(choices: readonly T[]): Param<readonly T[]> => ({
  parse: text => choices.filter(choice => text?.split(',').includes(choice)),
  format: values => (values.length === 0 ? null : values.join(',')),
})

/** The filters of results; stored in the URL. */
export const filterParams = {
  verdict: severalParam(shownVerdicts),
  judgement: severalParam(judgements),
  excluded: choiceParam(['', 'true'] as const, ''),
  changed: choiceParam(['', 'true'] as const, ''),
  q: textParam(),
}
export type Filters = UrlState<typeof filterParams>
export type ChangeFilters = (patch: Partial<Filters>, options?: ChangeOptions) => void

export const noFilters: Filters = { verdict: [], judgement: [], excluded: '', changed: '', q: '' }

export const isFiltered = ({ verdict, judgement, excluded, changed, q }: Filters) => verdict.length + judgement.length > 0 || excluded !== '' || changed !== '' || q !== ''

/** The verdicts shown by default. */
export const usual: readonly ShownVerdict[] = ['applies', 'requires_context', 'scheduled']

/** The shown verdicts after one is toggled. */
export function switched(verdict: ShownVerdict, shown: readonly ShownVerdict[]): readonly ShownVerdict[] {
  const now = shown.length > 0 ? shown : usual
  const next = shownVerdicts.filter(one => (one === verdict ? !now.includes(one) : now.includes(one)))
  // The default need not be in the URL, and an empty set would show nothing.
  return next.length === 0 || (next.length === usual.length && usual.every(one => next.includes(one))) ? [] : next
}

export const sortFields = ['name', 'revised_at', 'created_at', 'updated_at'] as const

/** The filters and the order as the API's parameters. */
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
