import { Box, Stack } from '@mui/material'
import type { SheetRow } from '@/shared/api/sheets'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { Hint } from '@/shared/ui/Hint'
import { VisibleIcon, WarningIcon } from '@/shared/ui/icons/icons'

/** The number of findings and of uncertain values of a sheet. */
export function Marks({ sheet }: { sheet: Pick<SheetRow, 'finding_count' | 'unreviewed_count'> }) {
  const { t } = useTranslation()
  const marks = [
    { count: sheet.finding_count, text: t('sds.marks.findings', { count: sheet.finding_count }), Icon: WarningIcon, color: 'error.dark' },
    { count: sheet.unreviewed_count, text: t('sds.marks.unreviewed', { count: sheet.unreviewed_count }), Icon: VisibleIcon, color: 'warning.dark' },
  ].filter(({ count }) => count > 0)
  return (
    <Stack direction="row" component="span" sx={{ gap: 1, flexShrink: 0, whiteSpace: 'nowrap' }}>
      {marks.map(({ count, text, Icon, color }) => (
        <Hint key={text} title={text}>
          <Box component="span" role="img" aria-label={text} sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.25, color, fontSize: 'dense', fontWeight: 600 }}>
            <Icon sx={{ fontSize: 16 }} />
            {count}
          </Box>
        </Hint>
      ))}
    </Stack>
  )
}
