import { InputAdornment, LinearProgress, Link as TextLink, MenuItem, Pagination, Paper, Stack, Table, TableBody, TableCell, TableHead, TableRow, TextField, Typography } from '@mui/material'
import { Link } from 'react-router'
import { type SubstanceOrder, type SubstanceRow, substanceOrders, type useSubstances } from '@/shared/api/substances'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { useLawName } from '@/shared/law/words'
import { counted, formatNumber } from '@/shared/lib/format'
import { substancePath } from '@/shared/lib/paths'
import { type SearchBoxProps, searchRule } from '@/shared/lib/searchText'
import { EmptyState } from '@/shared/ui/EmptyState'
import { SearchIcon } from '@/shared/ui/icons/icons'
import { ListState } from '@/shared/ui/ListState'
import { PageHeader } from '@/shared/ui/PageHeader'
import { useTooLong } from '@/shared/ui/useTooLong'
import { stackedTable } from './stackedTable'

export interface SubstancesPageViewProps {
  list: ReturnType<typeof useSubstances>
  search: SearchBoxProps
  order: SubstanceOrder
  onOrder: (order: SubstanceOrder) => void
  page: number
  onPage: (page: number) => void
}

export function SubstancesPageView({ list, search, order, onOrder, page, onPage }: SubstancesPageViewProps) {
  const { t } = useTranslation()
  const locale = useLocale()
  const fault = useTooLong()(search.value, searchRule)
  const pages = list.data ? Math.ceil(list.data.total / list.data.limit) : 0
  return (
    <>
      <PageHeader lead={t('substances.lead')} />
      <Stack direction="row" useFlexGap sx={{ gap: 1.5, mb: 1.5, flexWrap: 'wrap', alignItems: 'center' }}>
        <TextField
          size="small"
          type="search"
          label={t('substances.search')}
          {...search}
          error={fault !== undefined}
          helperText={fault}
          sx={{ width: { xs: '100%', sm: 320 } }}
          slotProps={{ input: { startAdornment: <InputAdornment position="start"><SearchIcon sx={{ fontSize: 18 }} /></InputAdornment> } }}
        />
        <TextField select size="small" label={t('substances.orderBy')} value={order} onChange={event => onOrder(event.target.value as SubstanceOrder)} sx={{ minWidth: 160 }}>
          {substanceOrders.map(one => (
            <MenuItem key={one} value={one}>
              {t(`substances.order.${one}`)}
            </MenuItem>
          ))}
        </TextField>
        <Typography variant="body2" role="status" sx={{ color: 'text.secondary', ml: { sm: 'auto' } }}>
          {list.data && t('substances.total', counted(list.data.total, locale))}
        </Typography>
      </Stack>
      <Paper variant="outlined" sx={{ overflow: 'hidden', position: 'relative' }}>
        {list.isPlaceholderData && <LinearProgress aria-label={t('common.loading')} sx={{ position: 'absolute', insetInline: 0, top: 0, zIndex: 1 }} />}
        <ListState list={list} empty={list.data?.items.length === 0 && <EmptyState title={t(search.value.trim() ? 'substances.noMatch' : 'substances.empty')}>{t(search.value.trim() ? 'substances.noMatchText' : 'substances.emptyText')}</EmptyState>}>
          <Substances rows={list.data?.items ?? []} />
        </ListState>
      </Paper>
      {pages > 1 && (
        <Stack sx={{ alignItems: 'center', mt: 2 }}>
          <Pagination count={pages} page={page} onChange={(_event, next) => onPage(next)} aria-label={t('substances.pages')} />
        </Stack>
      )}
    </>
  )
}

/** The number of laws shown for a substance. */
const most = 4

function Substances({ rows }: { rows: readonly SubstanceRow[] }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const nameOf = useLawName()
  const columns = ['name', 'cas_number', 'sheets', 'laws'] as const
  return (
    <Table size="small" role="table" aria-label={t('screens.substances')} sx={stackedTable}>
      <TableHead role="rowgroup">
        <TableRow role="row">
          {columns.map(column => (
            <TableCell key={column} role="columnheader" align={column === 'sheets' ? 'right' : 'left'}>
              {t(`substances.column.${column}`)}
            </TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody role="rowgroup">
        {rows.map(row => {
          const laws = row.laws.map(law => nameOf(law.name))
          return (
            <TableRow key={row.cas_number} role="row" hover>
              <TableCell role="cell" sx={{ minWidth: { sm: 200 } }}>
                <TextLink component={Link} to={substancePath(row.cas_number)} sx={{ fontWeight: 600 }}>
                  {nameOf(row.name) || row.cas_number}
                </TextLink>
              </TableCell>
              <TableCell role="cell" data-name={t('substances.column.cas_number')} sx={{ whiteSpace: 'nowrap' }}>
                {row.cas_number}
              </TableCell>
              <TableCell role="cell" data-name={t('substances.column.sheets')} align="right">
                {formatNumber(row.sheet_count, locale)}
              </TableCell>
              <TableCell role="cell" data-name={t('substances.column.laws')} title={laws.join(t('common.listSeparator'))}>
                {laws.slice(0, most).join(t('common.listSeparator')) || t('substances.noLaws')}
                {laws.length > most && ` ${t('substances.moreLaws', { count: laws.length - most })}`}
              </TableCell>
            </TableRow>
          )
        })}
      </TableBody>
    </Table>
  )
}
