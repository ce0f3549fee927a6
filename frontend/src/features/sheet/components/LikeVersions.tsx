import { Box } from '@mui/material'
import { useLikeSheets } from '@/shared/api/revisions'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { LikeNotice } from '@/shared/sds/versions/LikeNotice'

/** The sheets of which the open one is probably a version, and what can be done. */
export function LikeVersions({ sheetId, onDelete }: { sheetId: string; onDelete?: () => void }) {
  const { t } = useTranslation()
  const { data } = useLikeSheets([sheetId], true)
  const of = data?.items.find(({ id }) => id === sheetId)
  if (!of || of.sds_list.length === 0) return null
  return (
    <Box component="section" aria-label={t('revision.notice')} sx={{ px: 2, py: 0.75, flexShrink: 0, borderTop: 1, borderColor: 'divider', bgcolor: 'tone.info.background' }}>
      <LikeNotice sheet={of} like={of.sds_list} mayEdit onDelete={onDelete} />
    </Box>
  )
}
