import { Box } from '@mui/material'
import type { LikeSheets } from '@/shared/api/revisions'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { LikeNotice } from '@/shared/sds/versions/LikeNotice'

/** Says that the open sheet is probably a version of another one. */
export function VersionNotice({ of, onDelete }: { of: LikeSheets; onDelete: (() => void) | undefined }) {
  const { t } = useTranslation()
  return (
    <Box component="section" aria-label={t('revision.notice')} sx={{ px: 2, py: 0.75, borderBottom: 1, borderColor: 'divider', bgcolor: 'tone.info.background' }}>
      <LikeNotice sheet={of} like={of.sds_list} mayEdit onDelete={onDelete} />
    </Box>
  )
}
