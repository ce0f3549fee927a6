import { Link as TextLink, Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material'
import type { SubstanceSheet } from '@/shared/api/substances'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { contentText } from '@/shared/law/words'
import type { Locale } from '@/shared/lib/locale'
import { SignalWord } from '@/shared/sds/Pictograms'
import { stackedTable } from '../stackedTable'

/** A share as shown; empty if the sheet states none. */
function shareText({ share }: SubstanceSheet, locale: Locale): string {
  if (!share) return ''
  return contentText({ low: share.low ?? 0, high: share.high ?? 100, low_open: share.low_open, high_open: share.high_open, known: share.low !== undefined || share.high !== undefined }, locale)
}

/** The sheets whose products contain a substance, with its share. */
export function Uses({ rows, departmentName, onOpen }: { rows: readonly SubstanceSheet[]; departmentName: (id: string) => string; onOpen: (sheetId: string) => void }) {
  const { t } = useTranslation()
  const locale = useLocale()
  return (
    <Table size="small" role="table" aria-label={t('substances.uses')} sx={stackedTable}>
      <TableHead role="rowgroup">
        <TableRow role="row">
          {(['sheet', 'share', 'departments', 'hazards'] as const).map(column => (
            <TableCell key={column} role="columnheader">
              {t(`substances.column.${column}`)}
            </TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody role="rowgroup">
        {rows.map(row => (
          <TableRow key={row.id} role="row" hover>
            <TableCell role="cell" sx={{ minWidth: { sm: 220 } }}>
              <span>
                <TextLink component="button" onClick={() => onOpen(row.id)} sx={{ fontWeight: 600, textAlign: 'left' }}>
                  {row.name}
                </TextLink>
                <Typography variant="caption" component="p" color="textSecondary">
                  {[row.supplier, row.ingredient !== row.name && row.ingredient].filter(Boolean).join(' / ')}
                </Typography>
              </span>
            </TableCell>
            <TableCell role="cell" data-name={t('substances.column.share')} sx={{ whiteSpace: { sm: 'nowrap' } }}>
              {shareText(row, locale) || t(row.withheld ? 'substances.withheld' : row.balance ? 'substances.balance' : row.itself ? 'substances.itself' : 'substances.noShare')}
            </TableCell>
            <TableCell role="cell" data-name={t('substances.column.departments')}>
              {row.department_id_list.map(departmentName).filter(Boolean).join(t('common.listSeparator'))}
            </TableCell>
            <TableCell role="cell" data-name={t('substances.column.hazards')}>
              <span>
                {row.signal_word && row.signal_word !== 'none' && <SignalWord word={row.signal_word} />} {row.h_codes.join(' ')}
              </span>
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}
