import { type SubstanceOrder, substanceOrders, useSubstances } from '@/shared/api/substances'
import { searchRule, useSearchText } from '@/shared/lib/searchText'
import { choiceParam, integerParam, textParam, useUrlState } from '@/shared/lib/urlState'
import { SubstancesPageView } from './SubstancesPageView'

const params = { q: textParam(), order: choiceParam<SubstanceOrder>(substanceOrders, 'sheets'), page: integerParam(1, 1) }

/** The substances that the company's products contain. */
export function SubstancesPage() {
  const [{ q, order, page }, patch] = useUrlState(params)
  const [box] = useSearchText(q, (text, options) => patch({ q: text, page: 1 }, options), searchRule)
  const list = useSubstances(q, order, page)
  return <SubstancesPageView list={list} search={box} order={order} onOrder={next => patch({ order: next, page: 1 })} page={page} onPage={next => patch({ page: next })} />
}
