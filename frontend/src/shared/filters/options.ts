import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { useChecklists } from '@/shared/api/checklists'
import { useDepartments } from '@/shared/api/departments'
import { useDuties } from '@/shared/api/duties'
import { type Law, useLaws } from '@/shared/api/laws'
import { useTags } from '@/shared/api/tags'
import { usePeople } from '@/shared/api/people'
import { keyIn } from '@/shared/i18n/keys'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { formatDate } from '@/shared/lib/format'
import { useLawName } from '@/shared/law/words'
import type { Option } from './option'
import type { Filter } from './registry'

const none: readonly Option[] = []

/** The fixed choices of a filter, as text. */
function useChoices({ options = [], texts }: Filter): readonly Option[] {
  const { t } = useTranslation()
  return useMemo(() => options.map(id => ({ id, name: texts ? t(keyIn(texts, id)) : id })), [options, texts, t])
}

const useTagOptions = (): readonly Option[] => useTags().data ?? none
const useDepartmentOptions = (): readonly Option[] => useDepartments().data ?? none
const usePeopleOptions = (): readonly Option[] => usePeople().data ?? none

/** The largest number shown at once, more than most companies may have. */
const checklists = 100

function useChecklistOptions(): readonly Option[] {
  const items = useChecklists(1, checklists).data?.items
  return useMemo(() => items?.map(({ id, title }) => ({ id, name: title })) ?? none, [items])
}

/** Terms of the product's vocabularies; loaded when a filter of them is opened. */
function useTerms({ of }: Filter): readonly Option[] {
  const ja = useLocale() === 'ja-JP'
  const { data } = useQuery({ queryKey: ['vocabulary'], staleTime: Infinity, queryFn: async () => (await import('@/shared/sds/vocabulary.json')).default })
  return useMemo(() => {
    const terms = data?.[of as keyof typeof data] ?? []
    return terms.map(term => ({ id: term.value, name: ja ? term.ja : term.en }))
  }, [data, of, ja])
}

/** Laws, their categories and classes, each with its parent. A category's only class needs no line of its own. */
function useLawOptions(): readonly Option[] {
  const name = useLawName()
  const laws = useLaws().data?.laws
  return useMemo(() => {
    const parts = ({ code, name: law, categories }: Law): Option[] => [
      { id: code, name: name(law) },
      ...categories.flatMap(category => [
        { id: `${code}/${category.code}`, name: `${name(law)} › ${name(category.name)}` },
        ...(category.classes.length > 1 ? category.classes.map(one => ({ id: one.key, name: `${name(law)} › ${name(category.name)} › ${name(one.name)}` })) : []),
      ]),
    ]
    return laws?.flatMap(parts) ?? none
  }, [laws, name])
}

/** The days on which lists of laws changed, or will: of every class of a changed category. */
function useLawChangeOptions(): readonly Option[] {
  const name = useLawName()
  const locale = useLocale()
  const laws = useLaws().data?.laws
  return useMemo(
    () =>
      laws?.flatMap(law =>
        law.categories.flatMap(category =>
          category.versions.filter(version => version.from).flatMap(version =>
            category.classes.map(one => ({ id: `${one.key}@${version.from}`, name: `${name(category.classes.length > 1 ? one.name : category.name)}（${name(law.name)}）${formatDate(version.from, locale)}` })),
          ),
        ),
      ) ?? none,
    [laws, name, locale],
  )
}

/** The duties that the company's sheets bring. */
function useDutyOptions(): readonly Option[] {
  const name = useLawName()
  const items = useDuties(none as readonly never[]).data?.items
  return useMemo(() => items?.map(({ id, what, article }) => ({ id: String(id), name: `${name(what)}（${article}）` })) ?? none, [items, name])
}

const useNothing = (): readonly Option[] => none

/** The sources of options by a filter's vocabulary. Filters without one are typed. */
const sources: Readonly<Record<string, (filter: Filter) => readonly Option[]>> = {
  tag: useTagOptions,
  department: useDepartmentOptions,
  user: usePeopleOptions,
  checklist: useChecklistOptions,
  ghs_class: useTerms,
  ghs_category: useTerms,
  regulation: useTerms,
  law: useLawOptions,
  law_change: useLawChangeOptions,
  duty: useDutyOptions,
}

const sourceOf = (filter: Filter) => (filter.options ? useChoices : (sources[filter.of ?? ''] ?? useNothing))

/** Whether a filter is chosen from options; otherwise it is typed. */
export const isChosen = (filter: Filter) => sourceOf(filter) !== useNothing

/** The options of a filter, which is constant during a component's life. */
export function useOptions(filter: Filter): readonly Option[] {
  const useSource = sourceOf(filter)
  return useSource(filter)
}

/** The names of a filter's values. A record that is no more, to which a saved filter or an old link refers, is called so. */
export function useOptionName(filter: Filter): (id: string) => string {
  const { t } = useTranslation()
  const options = useOptions(filter)
  return useCallback(
    (id: string) => {
      const option = options.find(one => one.id === id)
      if (option || filter.kind !== 'ids') return option?.name ?? id
      return options === none ? '…' : t('common.removed')
    },
    [options, filter, t],
  )
}
