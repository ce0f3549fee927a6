import { Box } from '@mui/material'
import { useTranslation } from 'react-i18next'
import type { WholeSheet } from '@/shared/api/sheets'
import { EmptyState } from '@/shared/ui/EmptyState'

/** Why the PDF of a sheet is not delivered: malware was found, or the scan is running. Null if it is delivered. */
export function closedScan({ scan }: WholeSheet['file']) {
  return scan === undefined || scan === 'clean' ? null : scan
}

/** Replaces a PDF that is not delivered. */
export function ClosedFile({ scan }: { scan: NonNullable<ReturnType<typeof closedScan>> }) {
  const { t } = useTranslation()
  return (
    <Box sx={{ bgcolor: 'background.default', height: '100%' }}>
      <EmptyState title={t(`sheet.pdf.scan.${scan}.title`)}>{t(`sheet.pdf.scan.${scan}.text`)}</EmptyState>
    </Box>
  )
}
