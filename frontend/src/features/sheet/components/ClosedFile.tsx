import { Box } from '@mui/material'
import type { closedScan } from '@/shared/api/sheets'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { EmptyState } from '@/shared/ui/EmptyState'

/** Replaces a PDF that is not delivered. */
export function ClosedFile({ scan }: { scan: NonNullable<ReturnType<typeof closedScan>> }) {
  const { t } = useTranslation()
  return (
    <Box sx={{ bgcolor: 'background.default', height: '100%' }}>
      <EmptyState title={t(`sheet.pdf.scan.${scan}.title`)}>{t(`sheet.pdf.scan.${scan}.text`)}</EmptyState>
    </Box>
  )
}
