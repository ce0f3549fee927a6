import { useParams } from 'react-router'
import { useDepartments } from '@/shared/api/departments'
import { ApiError } from '@/shared/api/error'
import { useSubstance, useSubstanceSheets } from '@/shared/api/substances'
import { useOpenSheet } from '@/shared/lib/openSheet'
import { integerParam, textParam, useUrlState } from '@/shared/lib/urlState'
import { SubstancePageView } from './SubstancePageView'

const params = { page: integerParam(1, 1), limit: textParam(), category: textParam() }

/** A substance by its CAS number. */
export function SubstancePage() {
  const { cas = '' } = useParams()
  const [{ page, limit, category }, patch] = useUrlState(params)
  const [, open] = useOpenSheet()
  const substance = useSubstance(cas)
  const sheets = useSubstanceSheets(cas, page, { limit: limit || undefined, category: category || undefined })
  const departments = useDepartments().data ?? []
  return (
    <SubstancePageView
      cas={cas}
      substance={substance}
      notThere={substance.error instanceof ApiError && substance.error.status === 404}
      sheets={sheets}
      departmentName={id => departments.find(department => department.id === id)?.name ?? ''}
      page={page}
      onPage={next => patch({ page: next })}
      limit={limit}
      category={category}
      onStating={({ limit: one = '', category: other = '' }) => patch({ limit: one, category: other, page: 1 })}
      onOpen={id => open(id)}
    />
  )
}
