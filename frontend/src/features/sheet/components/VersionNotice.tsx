import { Box } from '@mui/material'
import { useLikeSheets } from '@/shared/api/revisions'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { LikeNotice } from '@/shared/sds/versions/LikeNotice'
import { useSheetContext } from '../context'
import { hasVersionNotice } from '../lib/versionNotice'

/** Says that the open sheet is probably a version of another one, to users who may act. */
export function VersionNotice({ onDelete }: { onDelete?: () => void }) {
  const { t } = useTranslation()
  const { sheet } = useSheetContext()
  const acts = hasVersionNotice(sheet)
  const { data } = useLikeSheets([sheet.id], acts)
  const of = data?.items.find(({ id }) => id === sheet.id)
  if (!acts || !of || of.sds_list.length === 0) return null
  return (
    <Box component="section" aria-label={t('revision.notice')} sx={{ px: 2, py: 0.75, borderBottom: 1, borderColor: 'divider', bgcolor: 'tone.info.background' }}>
      <LikeNotice sheet={of} like={of.sds_list} mayEdit onDelete={onDelete} />
    </Box>
  )
}
