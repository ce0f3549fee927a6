import { Link as TextLink, Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material'
import type { Substance } from '@/shared/api/substances'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { useLawName } from '@/shared/law/words'
import { counted } from '@/shared/lib/format'
import { StatusChip } from '@/shared/ui/StatusChip'
import { stackedTable } from '../stackedTable'

/** The hazard classes of a substance by source: the government, and the sheets of the substance itself. */
export function Classification({ substance, onSelect }: { substance: Substance; onSelect: (key: string) => void }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const nameOf = useLawName()
  const stated = new Map(substance.stated_classification.map(row => [row.class, row]))
  const official = new Map(substance.classification.map(row => [row.class, row]))
  const rows = [
    ...substance.classification.map(row => ({ key: row.class, name: row.name })),
    ...substance.stated_classification.filter(row => !official.has(row.class)).map(row => ({ key: row.class, name: row.name })),
  ]
  return (
    <Table size="small" role="table" aria-label={t('substances.classification')} sx={stackedTable}>
      <TableHead role="rowgroup">
        <TableRow role="row">
          <TableCell role="columnheader">{t('substances.column.hazardClass')}</TableCell>
          <TableCell role="columnheader">{t('substances.column.official')}</TableCell>
          <TableCell role="columnheader">{t('substances.column.stated', counted(substance.classifying_sheet_count, locale))}</TableCell>
        </TableRow>
      </TableHead>
      <TableBody role="rowgroup">
        {rows.map(({ key, name }) => (
          <TableRow key={key} role="row">
            <TableCell role="cell" sx={{ minWidth: { sm: 200 } }}>
              {nameOf(name)}
            </TableCell>
            <TableCell role="cell" data-name={t('substances.column.official')}>
              {official.has(key) ? nameOf(official.get(key)?.category ?? { ja: '', en: '' }) : t('substances.noneStated')}
            </TableCell>
            <TableCell role="cell" data-name={t('substances.column.sheets')}>
              <span>
                {stated.get(key)?.categories.map(category => (
                  <div key={category.key}>
                    {nameOf(category.name) || t('substances.noCategory')}{' '}
                    <TextLink component="button" onClick={() => onSelect(category.key)}>
                      {t('substances.sheets', counted(category.sheet_count, locale))}
                    </TextLink>
                  </div>
                )) ?? t('substances.noneStated')}
                {stated.get(key)?.differs && <StatusChip tone="warning" label={t('substances.categoriesDiffer')} />}
              </span>
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}
