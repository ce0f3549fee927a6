import { useEffect, useState } from 'react'
import { type SubstanceOrder, substanceOrders, useSubstances } from '@/shared/api/substances'
import { choiceParam, integerParam, textParam, useUrlState } from '@/shared/lib/urlState'
import { SubstancesPageView } from './SubstancesPageView'

const params = { q: textParam(), order: choiceParam<SubstanceOrder>(substanceOrders, 'sheets'), page: integerParam(1, 1) }

/** How long a person pauses before a search, in milliseconds. */
const pause = 250

/** The substances that the company's products contain. */
export function SubstancesPage() {
  const [{ q, order, page }, patch] = useUrlState(params)
  const [text, setText] = useState(q)
  const list = useSubstances(q, order, page)
  useEffect(() => {
    if (text.trim() === q) return
    const timer = setTimeout(() => patch({ q: text.trim(), page: 1 }), pause)
    return () => clearTimeout(timer)
  }, [text, q, patch])
  return <SubstancesPageView list={list} text={text} onText={setText} order={order} onOrder={next => patch({ order: next, page: 1 })} page={page} onPage={next => patch({ page: next })} />
}
