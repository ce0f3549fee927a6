import { Button, IconButton, Stack, Typography } from '@mui/material'
import { useMemo } from 'react'
import type { SheetRow } from '@/shared/api/sheets'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { formatDate } from '@/shared/lib/format'
import { AnalysisStatus } from '@/shared/sds/SheetStatus'
import { SheetLink } from '@/shared/sds/SheetLink'
import type { ChangeTable, TableState } from '@/shared/lib/tableState'
import { EmptyState } from '@/shared/ui/EmptyState'
import { Hint } from '@/shared/ui/Hint'
import { CheckIcon, DeleteIcon } from '@/shared/ui/icons/icons'
import { PageHeader } from '@/shared/ui/PageHeader'
import type { Column } from '@/shared/ui/table/column'
import { ServerTable, type TablePage } from '@/shared/ui/table/ServerTable'

export interface SheetErrorsPageViewProps {
  /** Undefined until the first page has loaded. */
  sheets: TablePage<SheetRow> | undefined
  loading: boolean
  failed: boolean
  onRetry: () => void
  table: TableState
  onTableChange: ChangeTable
  openId: string | null
  onOpen: (id: string) => void
  /** Whether anything of this is the reader's to do. */
  mayEdit: boolean
  mayDelete: boolean
  onReanalyse: (sheet: SheetRow) => void
  onResolve: (sheet: SheetRow) => void
  onDelete: (sheet: SheetRow) => void
}

const nameOf = ({ name }: SheetRow) => name

export function SheetErrorsPageView({ sheets, loading, failed, onRetry, table, onTableChange, openId, onOpen, mayEdit, mayDelete, onReanalyse, onResolve, onDelete }: SheetErrorsPageViewProps) {
  const { t } = useTranslation()
  const locale = useLocale()
  const columns = useMemo<readonly Column<SheetRow>[]>(
    () => [
      {
        id: 'name',
        label: t('sheets.column.name'),
        heads: true,
        flex: 2,
        minWidth: 200,
        sort: 'name',
        wraps: true,
        cell: (sheet, { tabIndex }) => (
          <>
            <SheetLink id={sheet.id} name={sheet.name} tabIndex={tabIndex} wraps />
            <Typography variant="caption" component="p" color="textSecondary">
              {sheet.file.name}
            </Typography>
          </>
        ),
      },
      // The reason stands beside it, so the label needs no tooltip.
      { id: 'status', label: t('sheets.column.status'), width: 120, sort: 'status', card: 'first', cell: sheet => <AnalysisStatus sheet={{ status_group: sheet.status_group }} /> },
      {
        id: 'reason',
        label: t('sheets.errors.reason'),
        flex: 3,
        minWidth: 220,
        wraps: true,
        cell: sheet => sheet.reason?.detail ?? t(sheet.status_group === 'impossible' ? 'sheets.errors.unknown' : 'sheets.errors.reconfirm'),
      },
      { id: 'created_at', label: t('sheets.errors.createdAt'), width: 112, sort: 'created_at', firstDirection: 'desc', card: 'half', cell: sheet => formatDate(sheet.created_at, locale) },
      {
        id: 'actions',
        label: t('common.actions'),
        labelHidden: true,
        width: 300,
        align: 'end',
        cell: (sheet, { tabIndex }) => (
          <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: { xs: 'wrap', md: 'nowrap' }, justifyContent: { md: 'flex-end' } }}>
            {sheet.may_request && (
              <Button size="small" variant="outlined" tabIndex={tabIndex} aria-label={t('sheets.errors.reanalyseOne', { name: sheet.name })} onClick={() => onReanalyse(sheet)}>
                {t('sheets.errors.reanalyse')}
              </Button>
            )}
            {sheet.may_edit && (
              <Button size="small" tabIndex={tabIndex} aria-label={t('sheets.errors.resolveOne', { name: sheet.name })} onClick={() => onResolve(sheet)}>
                {t('sheets.errors.resolve')}
              </Button>
            )}
            {sheet.may_edit && mayDelete && (
              <Hint title={t('common.delete')}>
                <IconButton size="small" tabIndex={tabIndex} aria-label={t('sheets.errors.deleteOne', { name: sheet.name })} onClick={() => onDelete(sheet)}>
                  <DeleteIcon fontSize="small" />
                </IconButton>
              </Hint>
            )}
          </Stack>
        ),
      },
    ],
    [t, locale, mayDelete, onReanalyse, onResolve, onDelete],
  )
  return (
    <>
      <PageHeader title={t('screens.sdsErrors')} lead={t(mayEdit ? 'sheets.errors.lead' : 'sheets.errors.leadReader')} />
      <ServerTable
        label={t('screens.sdsErrors')}
        columns={columns}
        page={sheets}
        loading={loading}
        failed={failed}
        failedTitle={t('sheets.failed')}
        onRetry={onRetry}
        state={table}
        onStateChange={onTableChange}
        nameOf={nameOf}
        onOpen={onOpen}
        openId={openId}
        keys={openId === null}
        empty={
          <EmptyState title={t('sheets.errors.empty')} icon={<CheckIcon color="primary" sx={{ fontSize: 36 }} />}>
            {t('sheets.errors.emptyText')}
          </EmptyState>
        }
      />
    </>
  )
}
