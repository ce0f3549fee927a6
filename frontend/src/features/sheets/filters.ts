import type { SheetsQuery } from '@/shared/api/sheets'
import { type Param, type Sort, type UrlState, choiceParam, textParam } from '@/shared/lib/urlState'
import { pictogramCodes } from '@/shared/sds/definitions'

/** Several of a set of choices; anything else in the URL is left out. */
const choicesParam = <T extends string>(choices: readonly T[]): Param<readonly T[]> => ({
  parse: text => (text ? choices.filter(choice => text.split(',').includes(choice)) : none),
  format: values => (values.length === 0 ? null : values.join(',')),
})

/** Several texts, each brought into the form in which it is searched. */
const wordsParam = (tidy: (word: string) => string = word => word): Param<readonly string[]> => ({
  parse: text => (text ? [...new Set(text.split(',').map(tidy).filter(Boolean))] : none),
  format: values => (values.length === 0 ? null : values.join(',')),
})

/** A day, `YYYY-MM-DD`, or nothing. */
const dayParam: Param<string> = {
  parse: text => (text && /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : ''),
  format: day => day || null,
}

const none: readonly never[] = []
const plain = (word: string) => word.normalize('NFKC').trim()
const code = (word: string) => plain(word).toUpperCase().replace(/\s/g, '')

export const tidyHCode = code
export const tidyCas = (word: string) => code(word).replace(/[‐‑–—−ー]/g, '-')
export const tidyUn = (word: string) => code(word).replace(/^UN(?:NO\.?)?/, '')

const yesNo = choiceParam(['', 'true', 'false'], '')

export const statusGroups = ['pre_analysis', 'analyzing', 'completed', 'impossible', 'reconfirmation', 'check'] as const
export const revisionStatuses = ['REVISED', 'NEED_REVISION', 'OLD', 'SUPPLIER_CONFIRMED'] as const
export const languageIds = ['44', '16', '999'] as const
export const signalWords = ['danger', 'warning', 'none'] as const

/** What the list can be narrowed down by, as it stands in the URL; the names are the API's. */
export const filterParams = {
  text: textParam(),
  status_group: choicesParam(statusGroups),
  revision_status: choicesParam(revisionStatuses),
  department_id: wordsParam(),
  tag_id: wordsParam(),
  language_id: choicesParam(languageIds),
  signal_word: choicesParam(signalWords),
  pictogram: choicesParam(pictogramCodes),
  h_code: wordsParam(tidyHCode),
  cas_number: wordsParam(tidyCas),
  un_number: wordsParam(tidyUn),
  revised_from: dayParam,
  revised_to: dayParam,
  created_from: dayParam,
  created_to: dayParam,
  has_findings: yesNo,
  has_unreviewed: yesNo,
}

export type Filters = UrlState<typeof filterParams>
export type FilterName = keyof Filters

/** No filter at all. */
export const noFilters: Filters = {
  text: '',
  status_group: none,
  revision_status: none,
  department_id: none,
  tag_id: none,
  language_id: none,
  signal_word: none,
  pictogram: none,
  h_code: none,
  cas_number: none,
  un_number: none,
  revised_from: '',
  revised_to: '',
  created_from: '',
  created_to: '',
  has_findings: '',
  has_unreviewed: '',
}

/** How many filters are set, the text aside: it is seen in its own box. */
export function countFilters(filters: Filters): number {
  return Object.entries(filters).reduce((count, [name, value]) => count + (name === 'text' ? 0 : typeof value === 'string' ? Number(value !== '') : value.length), 0)
}

export const isFiltered = (filters: Filters) => filters.text !== '' || countFilters(filters) > 0

/** The fields that the server sorts by. */
export const sortFields = ['created_at', 'revised_at', 'name', 'status', 'assessed_at', 'supplier_confirmed_at'] as const

const several = <T>(values: readonly T[]): T[] | undefined => (values.length > 0 ? [...values] : undefined)
const one = <T extends string>(value: T): Exclude<T, ''> | undefined => (value === '' ? undefined : (value as Exclude<T, ''>))

/** The filters as the API takes them. */
export function toFilter(filters: Filters) {
  return {
    text: one(filters.text.trim()),
    status_group: several(filters.status_group),
    revision_status: several(filters.revision_status),
    department_id: several(filters.department_id),
    tag_id: several(filters.tag_id),
    language_id: several(filters.language_id.map(Number)),
    signal_word: several(filters.signal_word),
    pictogram: several(filters.pictogram),
    h_code: several(filters.h_code),
    cas_number: several(filters.cas_number),
    un_number: several(filters.un_number),
    revised_from: one(filters.revised_from),
    revised_to: one(filters.revised_to),
    created_from: one(filters.created_from),
    created_to: one(filters.created_to),
    has_findings: one(filters.has_findings),
    has_unreviewed: one(filters.has_unreviewed),
  }
}

/** The call for a page of the list. */
export function toQuery(filters: Filters, table: { page: number; limit: number; sort: Sort | null }): SheetsQuery {
  const sort = sortedBy(table.sort)
  return {
    ...toFilter(filters),
    page: table.page,
    limit: table.limit,
    ...(sort && { [`order_by_${sort}`]: table.sort?.direction }),
  }
}

/** The field of an order, if the server sorts by it. */
export const sortedBy = (sort: Sort | null) => sortFields.find(field => field === sort?.field)
