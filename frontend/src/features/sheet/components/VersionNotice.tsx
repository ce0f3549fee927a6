import { Box } from '@mui/material'
import { useEffect, useState } from 'react'
import { isInProgress } from '@/shared/api/sheets'
import { useLikeSheets } from '@/shared/api/revisions'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { loadAhead } from '@/shared/lib/ahead'
import { LikeNotice } from '@/shared/sds/versions/LikeNotice'
import { useSheetContext } from '../context'

/** Says that the open sheet is probably a version of another one. Asked for when the sheet is drawn, and only for users who may act. */
export function VersionNotice({ onDelete }: { onDelete?: () => void }) {
  const { t } = useTranslation()
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
    <Box component="section" aria-label={t('revision.notice')} sx={{ px: 2, py: 0.75, flexShrink: 0, borderTop: 1, borderColor: 'divider', bgcolor: 'tone.info.background' }}>
      <LikeNotice sheet={of} like={of.sds_list} mayEdit onDelete={onDelete} />
    </Box>
  )
}
