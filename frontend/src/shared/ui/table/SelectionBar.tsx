import { Button, Stack, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { counted, formatNumber } from '@/shared/lib/format'
import { type Selection, countSelected, everythingSelected, nothingSelected } from '@/shared/lib/selection'

interface SelectionBarProps {
  selection: Selection
  /** Rows on this page, and on all. */
  shown: number
  total: number
  /** All that match can be selected, beyond the page. */
  wholeList: boolean
  onSelect: (selection: Selection) => void
  /** What can be done with the selected rows. */
  children: ReactNode
}

/** The number of selected rows and what can be done with them, in place of the toolbar. */
export function SelectionBar({ selection, shown, total, wholeList, onSelect, children }: SelectionBarProps) {
  const { t } = useTranslation()
  const locale = useLocale()
  const count = countSelected(selection, total)
  const values = { ...counted(count, locale), total: formatNumber(total, locale) }
  return (
    <Stack
      role="toolbar"
      aria-label={t('table.bulk')}
      direction="row"
      useFlexGap
      sx={{ flexWrap: 'wrap', gap: 1, alignItems: 'center', minHeight: 48, mb: 1.5, px: 1.5, py: 0.5, borderRadius: 2, bgcolor: 'secondary.main', color: 'secondary.contrastText' }}
    >
      <Typography variant="body2" role="status" sx={{ fontWeight: 700, whiteSpace: 'nowrap' }}>
        {t(selection.all && selection.ids.size === 0 ? 'table.allSelected' : 'table.selected', values)}
      </Typography>
      {wholeList && !selection.all && count >= shown && count < total && (
        <Button size="small" color="inherit" variant="outlined" onClick={() => onSelect(everythingSelected)}>
          {t('table.selectAll', values)}
        </Button>
      )}
      <Button size="small" color="inherit" onClick={() => onSelect(nothingSelected)} aria-keyshortcuts="Escape">
        {t('table.clearSelection')}
      </Button>
      <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 0.5, alignItems: 'center', ml: { md: 'auto' } }}>
        {children}
      </Stack>
    </Stack>
  )
}
