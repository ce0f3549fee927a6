import { useEffect, useState } from 'react'
import { isInProgress } from '@/shared/api/sheets'
import { loadAhead } from '@/shared/lib/ahead'
import { Pane } from '@/shared/ui/Pane'
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
  if (!idle || !sheet.may_edit || sheet.newer_id || isInProgress(sheet.status_group)) return null
  return (
    <Pane name="like versions" hidden>
      <LikeVersions sheetId={sheet.id} onDelete={onDelete} />
    </Pane>
  )
}
