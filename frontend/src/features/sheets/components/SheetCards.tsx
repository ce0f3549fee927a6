import { Box, ButtonBase, LinearProgress, Pagination, Stack, Typography } from '@mui/material'
import { useTranslation } from 'react-i18next'
import type { SheetRow } from '@/shared/api/sheets'
import { useLocale } from '@/shared/i18n/useLocale'
import { formatDate } from '@/shared/lib/format'
import { Pictograms, SignalWord } from '@/shared/sds/Pictograms'
import { AnalysisStatus, RevisionStatusChip } from '@/shared/sds/SheetStatus'
import type { TableState } from '@/shared/ui/DataTable'
import { subtitleOf } from './columns'
import { Marks } from './Marks'

/** The list on narrow screens. */
export function SheetCards({
  rows,
  total,
  loading,
  table,
  onTableChange,
  onOpen,
}: {
  rows: readonly SheetRow[]
  total: number
  loading: boolean
  table: TableState
  onTableChange: (patch: Partial<TableState>) => void
  onOpen: (id: string) => void
}) {
  const { t } = useTranslation()
  const pages = Math.ceil(total / table.limit)
  return (
    <>
      <Box sx={{ height: 4 }}>{loading && <LinearProgress aria-label={t('common.loading')} />}</Box>
      <Box component="ul" aria-label={t('screens.sdsList')} sx={{ listStyle: 'none', m: 0, p: 0, '& > li + li': { borderTop: 1, borderColor: 'divider' } }}>
        {rows.map(sheet => (
          <li key={sheet.id}>
            <SheetCard sheet={sheet} onOpen={onOpen} />
          </li>
        ))}
      </Box>
      {pages > 1 && (
        <Pagination
          count={pages}
          page={table.page}
          onChange={(_event, page) => onTableChange({ page })}
          siblingCount={0}
          sx={{ display: 'flex', justifyContent: 'center', py: 1.5, borderTop: 1, borderColor: 'divider' }}
        />
      )}
    </>
  )
}

function SheetCard({ sheet, onOpen }: { sheet: SheetRow; onOpen: (id: string) => void }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const revised = formatDate(sheet.revised_at, locale)
  return (
    <ButtonBase onClick={() => onOpen(sheet.id)} sx={{ display: 'block', width: '100%', textAlign: 'left', fontFamily: 'inherit', px: 2, py: 1.5, '&:focus-visible': { bgcolor: 'secondary.light' } }}>
      <Stack direction="row" sx={{ gap: 1, alignItems: 'flex-start', justifyContent: 'space-between' }}>
        <Typography component="span" sx={{ fontWeight: 600, color: 'primary.dark', minWidth: 0 }}>
          {sheet.name}
        </Typography>
        <Marks sheet={sheet} />
      </Stack>
      <Typography variant="body2" component="span" color="text.secondary" sx={{ display: 'block' }}>
        {[subtitleOf(sheet), sheet.supplier].filter(Boolean).join(' / ')}
      </Typography>
      <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap', mt: 0.75, fontSize: '0.8125rem' }}>
        <AnalysisStatus sheet={sheet} />
        <RevisionStatusChip status={sheet.revision_status} />
        <Pictograms codes={sheet.pictograms} size={22} />
        {sheet.signal_word !== 'none' && <SignalWord word={sheet.signal_word} />}
        {revised && (
          <Typography variant="caption" component="span" color="text.secondary" sx={{ ml: 'auto' }}>
            {t('sheets.column.revised_at')} {revised}
          </Typography>
        )}
      </Stack>
    </ButtonBase>
  )
}
