import { useParams } from 'react-router'
import { useLaw, useLaws } from '@/shared/api/laws'
import { searchRule, useSearchText } from '@/shared/lib/searchText'
import { integerParam, textParam, useUrlState } from '@/shared/lib/urlState'
import { LawsPageView } from './LawsPageView'

const params = { q: textParam(), from: textParam(), page: integerParam(1, 1) }

/** The laws that sheets are checked against; one of them, or a part of it, with its entries, versions and duties. */
export function LawsPage() {
  const id = useParams().lawId
  const [{ q, from, page }, patch] = useUrlState(params)
  const [box] = useSearchText(q, (text, options) => patch({ q: text, page: 1 }, options), searchRule)
  const tree = useLaws()
  const law = useLaw(id, q, from, page)
  return (
    <LawsPageView
      tree={tree.data}
      law={law.data}
      chosen={id}
      failed={tree.isError || law.isError}
      onRetry={() => void Promise.all([tree.refetch(), id ? law.refetch() : undefined])}
      search={box}
      from={from}
      onFrom={day => patch({ from: day, page: 1 })}
      page={page}
      onPage={next => patch({ page: next })}
    />
  )
}
