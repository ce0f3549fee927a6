import { Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material'
import type { Proof } from '@/shared/api/laws'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { useLawName, useThresholdText } from '@/shared/law/words'
import { formatDate } from '@/shared/lib/format'
import { StatusChip } from '@/shared/ui/StatusChip'
import { stackedTable } from '../stackedTable'

/** The entries of laws that cover a substance. */
export function Entries({ entries }: { entries: readonly Proof[] }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const nameOf = useLawName()
  const threshold = useThresholdText()
  return (
    <Table size="small" role="table" aria-label={t('substances.entries')} sx={stackedTable}>
      <TableHead role="rowgroup">
        <TableRow role="row">
          {(['law', 'class', 'entry', 'threshold'] as const).map(column => (
            <TableCell key={column} role="columnheader">
              {t(`substances.column.${column}`)}
            </TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody role="rowgroup">
        {entries.map((proof, i) => {
          const category = nameOf(proof.category_name)
          const own = nameOf(proof.class_name)
          return (
            <TableRow key={i} role="row">
              <TableCell role="cell" sx={{ minWidth: { sm: 160 } }}>
                {nameOf(proof.law_name)}
              </TableCell>
              <TableCell role="cell" data-name={t('substances.column.class')}>
                <span>{own && own !== category ? `${category} › ${own}` : category}</span>
              </TableCell>
              <TableCell role="cell" data-name={t('substances.column.entry')}>
                <span>
                  {locale === 'ja-JP' ? proof.entry : proof.entry_en || proof.entry}
                  {proof.statutory_number && (
                    <Typography variant="caption" component="span" color="textSecondary">
                      {` ${proof.statutory_number}`}
                    </Typography>
                  )}
                </span>
              </TableCell>
              <TableCell role="cell" data-name={t('substances.column.threshold')} sx={{ whiteSpace: { sm: 'nowrap' } }}>
                <span>
                  {proof.threshold && threshold(proof.threshold)}{' '}
                  {proof.verdict === 'scheduled' && proof.effective_from && <StatusChip tone="info" label={t('substances.from', { day: formatDate(proof.effective_from, locale) })} />}
                </span>
              </TableCell>
            </TableRow>
          )
        })}
      </TableBody>
    </Table>
  )
}
