import { useDepartments } from '@/shared/api/departments'
import { useDuties, useExportDuties } from '@/shared/api/duties'
import { useMe } from '@/shared/api/me'
import { can } from '@/shared/auth/permissions'
import { saveFile } from '@/shared/lib/saveFile'
import { listParam, useUrlState } from '@/shared/lib/urlState'
import { DutiesPageView } from './DutiesPageView'

const params = { departments: listParam() }

/** What the laws require for the company's sheets, or for those of departments, and what announced changes will bring. */
export function DutiesPage() {
  const me = useMe()
  const [{ departments }, patch] = useUrlState(params)
  const { data, isError, isFetching, isPlaceholderData, refetch } = useDuties(departments)
  const { data: all, isError: departmentsFailed } = useDepartments()
  const { mutate: save, isPending: saving } = useExportDuties()
  return (
    <DutiesPageView
      duties={data}
      failed={isError}
      busy={isFetching}
      stale={isPlaceholderData}
      onRetry={() => void refetch()}
      departments={all ?? (departmentsFailed ? [] : undefined)}
      chosen={departments}
      onChoose={ids => patch({ departments: ids })}
      onExport={can(me, 'SDS_EXPORT') ? format => save({ departments, format }, { onSuccess: ({ content, name }) => saveFile(content, name) }) : undefined}
      saving={saving}
    />
  )
}
