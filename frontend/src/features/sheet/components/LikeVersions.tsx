import { Box } from '@mui/material'
import type { ComponentProps } from 'react'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { LikeNotice } from '@/shared/sds/versions/LikeNotice'

/** The sheets of which the open one is probably a version, and what can be done. */
export function LikeVersions(props: ComponentProps<typeof LikeNotice>) {
  const { t } = useTranslation()
  return (
    <Box component="section" aria-label={t('revision.notice')} sx={{ px: 2, py: 0.75, flexShrink: 0, borderTop: 1, borderColor: 'divider', bgcolor: 'tone.info.background' }}>
      <LikeNotice {...props} />
    </Box>
  )
}
