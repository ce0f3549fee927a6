import { Box, Button, LinearProgress, Link as TextLink, Pagination, Paper, Stack, Typography } from '@mui/material'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { SheetRow } from '@/shared/api/sheets'
import { useLocale } from '@/shared/i18n/useLocale'
import { formatDate } from '@/shared/lib/format'
import { paths } from '@/shared/lib/paths'
import { AnalysisStatus } from '@/shared/sds/SheetStatus'
import type { TableState } from '@/shared/ui/DataTable'
import { EmptyState } from '@/shared/ui/EmptyState'
import { CheckIcon } from '@/shared/ui/icons/icons'
import { PageHeader } from '@/shared/ui/PageHeader'

export interface SheetErrorsPageViewProps {
  sheets: readonly SheetRow[]
  total: number
  loading: boolean
  table: TableState
  onTableChange: (patch: Partial<TableState>) => void
  mayUpload: boolean
  onOpen: (id: string) => void
  onReanalyse: (sheet: SheetRow) => void
}

export function SheetErrorsPageView({ sheets, total, loading, table, onTableChange, mayUpload, onOpen, onReanalyse }: SheetErrorsPageViewProps) {
  const { t } = useTranslation()
  const pages = Math.ceil(total / table.limit)
  return (
    <>
      <PageHeader title={t('screens.sdsErrors')} lead={t('sheets.errors.lead')} />
      <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
        <Box sx={{ height: 4 }}>{loading && <LinearProgress aria-label={t('common.loading')} />}</Box>
        {!loading && sheets.length === 0 && (
          <EmptyState title={t('sheets.errors.empty')} icon={<CheckIcon color="primary" sx={{ fontSize: 36 }} />}>
            {t('sheets.errors.emptyText')}
          </EmptyState>
        )}
        <Box component="ul" aria-label={t('screens.sdsErrors')} sx={{ listStyle: 'none', m: 0, p: 0, '& > li + li': { borderTop: 1, borderColor: 'divider' } }}>
          {sheets.map(sheet => (
            <IncompleteSheet key={sheet.id} sheet={sheet} mayUpload={mayUpload} onOpen={onOpen} onReanalyse={onReanalyse} />
          ))}
        </Box>
        {pages > 1 && (
          <Pagination
            count={pages}
            page={table.page}
            onChange={(_event, page) => onTableChange({ page })}
            sx={{ display: 'flex', justifyContent: 'center', py: 1.5, borderTop: 1, borderColor: 'divider' }}
          />
        )}
      </Paper>
    </>
  )
}

function IncompleteSheet({ sheet, mayUpload, onOpen, onReanalyse }: { sheet: SheetRow } & Pick<SheetErrorsPageViewProps, 'mayUpload' | 'onOpen' | 'onReanalyse'>) {
  const { t } = useTranslation()
  const locale = useLocale()
  const impossible = sheet.status_group === 'impossible'
  return (
    <Box
      component="li"
      sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', md: '110px minmax(0, 2fr) minmax(0, 3fr) auto' }, columnGap: 2, rowGap: 0.75, alignItems: 'center', px: 2, py: 1.25 }}
    >
      <Box>
        {/* The reason stands beside it, so the label needs no tooltip. */}
        <AnalysisStatus sheet={{ status_group: sheet.status_group }} />
      </Box>
      <Box sx={{ minWidth: 0 }}>
        <TextLink component="button" onClick={() => onOpen(sheet.id)} sx={{ fontWeight: 600, textAlign: 'left', color: 'primary.dark' }}>
          {sheet.name}
        </TextLink>
        <Typography variant="caption" component="p" color="text.secondary">
          {sheet.file.name} · {t('sheets.errors.createdAt')} {formatDate(sheet.created_at, locale)}
        </Typography>
      </Box>
      <Typography variant="body2">{sheet.reason?.detail ?? t(impossible ? 'sheets.errors.unknown' : 'sheets.errors.reconfirm')}</Typography>
      <Stack direction="row" sx={{ gap: 1, justifyContent: { md: 'flex-end' } }}>
        {sheet.may_request && (
          <Button size="small" variant="outlined" aria-label={t('sheets.errors.reanalyseOne', { name: sheet.name })} onClick={() => onReanalyse(sheet)}>
            {t('sheets.errors.reanalyse')}
          </Button>
        )}
        {impossible && mayUpload && (
          <Button size="small" component={Link} to={paths.sdsUpload}>
            {t('sheets.errors.upload')}
          </Button>
        )}
      </Stack>
    </Box>
  )
}
