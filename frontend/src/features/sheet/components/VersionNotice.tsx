import { Suspense, useEffect, useState } from 'react'
import { isInProgress } from '@/shared/api/sheets'
import { useLikeSheets } from '@/shared/api/revisions'
import { loadAhead } from '@/shared/lib/ahead'
import { useSheetContext } from '../context'
import { LikeVersions } from '../later'

/** Says that the open sheet is probably a version of another one. Asked for when the sheet is drawn, and only for users who may act. */
export function VersionNotice({ onDelete }: { onDelete?: () => void }) {
  const { sheet } = useSheetContext()
  const [idle, setIdle] = useState(false)
  useEffect(
    () =>
      loadAhead(async () => {
        setIdle(true)
        return Promise.resolve()
      }),
    [],
  )
  const asked = sheet.may_edit && !sheet.newer_id && !isInProgress(sheet.status_group)
  const { data } = useLikeSheets([sheet.id], idle && asked)
  const of = asked ? data?.items.find(({ id }) => id === sheet.id) : undefined
  if (!of || of.sds_list.length === 0) return null
  return (
    <Suspense>
      <LikeVersions sheet={of} like={of.sds_list} mayEdit onDelete={onDelete} />
    </Suspense>
  )
}
