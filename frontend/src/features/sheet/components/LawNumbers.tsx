import { Box, Button, Typography } from '@mui/material'
import { useState } from 'react'
import type { NumberTable, SheetNumbers } from '@/shared/api/laws'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { formatDate } from '@/shared/lib/format'

/** As many ingredients as are shown at first. */
const few = 10

const kinds = ['cscl', 'isha', 'prtr'] as const

/** The numbers by which Japanese law refers to the ingredients, with the state of the tables that they are from. */
export function LawNumbers({ numbers }: { numbers: SheetNumbers }) {
  const { t } = useTranslation()
  const [all, setAll] = useState(false)
  const tables = new Map(numbers.tables.map(table => [table.kind, table]))
  const shown = all ? numbers.ingredients : numbers.ingredients.slice(0, few)
  if (shown.length === 0) return null
  return (
    <Box component="section" aria-label={t('laws.numbers.title')} sx={{ mt: 1, borderTop: 1, borderColor: 'divider', pt: 1, px: 0.75 }}>
      <Typography component="h4" sx={{ fontSize: 'dense', fontWeight: 600, mb: 0.25 }}>
        {t('laws.numbers.title')}
      </Typography>
      <Box sx={{ overflowX: 'auto', '& table': { width: '100%', borderCollapse: 'collapse', fontSize: 'dense' }, '& th': { textAlign: 'left', verticalAlign: 'bottom', fontWeight: 400, fontSize: 'small', color: 'text.secondary', pr: 1, pb: 0.25 }, '& td': { verticalAlign: 'top', borderTop: 1, borderColor: 'line', pr: 1, py: 0.375 } }}>
        <table aria-label={t('laws.numbers.title')}>
          <thead>
            <tr>
              <th scope="col" style={{ width: '40%' }}>{t('laws.numbers.ingredient')}</th>
              {kinds.map(kind => (
                <th key={kind} scope="col" style={{ width: '20%' }}>{t(`laws.numbers.${kind}`)}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(one => (
              <tr key={one.row}>
                <td>
                  <Box sx={{ overflowWrap: 'anywhere' }}>{one.name || t('laws.proof.unnamed', { number: one.row + 1 })}</Box>
                  {one.cas_numbers.length > 0 && <Box sx={{ fontSize: 'small', color: 'text.secondary' }}>{one.cas_numbers.join(t('common.listSeparator'))}</Box>}
                </td>
                {kinds.map(kind => (
                  <td key={kind}>
                    {one[kind].length > 0 ? (
                      one[kind].map(number => <Box key={number} sx={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>{number}</Box>)
                    ) : (
                      <Box component="span" sx={{ color: 'text.secondary' }}>{t(tables.get(kind)?.complete ? 'laws.numbers.none' : 'laws.numbers.unknown')}</Box>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Box>
      {numbers.ingredients.length > few && (
        <Button size="small" color="inherit" aria-expanded={all} onClick={() => setAll(!all)} sx={{ color: 'text.secondary' }}>
          {all ? t('laws.numbers.fewer') : t('laws.numbers.all', { count: numbers.ingredients.length })}
        </Button>
      )}
      <TableStates tables={numbers.tables} />
    </Box>
  )
}

/** From which tables the numbers are, and which are not loaded or not complete. */
function TableStates({ tables }: { tables: readonly NumberTable[] }) {
  const { t } = useTranslation()
  const locale = useLocale()
  return (
    <Typography variant="caption" component="p" color="textSecondary" sx={{ mt: 0.5 }}>
      {tables
        .map(({ kind, source, as_of: asOf, complete }) => {
          const name = t(`laws.numbers.${kind}`)
          if (!asOf) return t('laws.numbers.notLoaded', { name })
          return t(complete ? 'laws.numbers.table' : 'laws.numbers.tableInPart', { name, source, day: asOf.length === 'YYYY-MM-DD'.length ? formatDate(asOf, locale) : asOf.replace('-', '/') })
        })
        .join(t('laws.numbers.separator'))}
    </Typography>
  )
}
