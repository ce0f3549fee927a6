import { Box, Button, LinearProgress, Pagination, Paper, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Checklist, ChecklistPage } from '@/shared/api/checklists'
import { useLocale } from '@/shared/i18n/useLocale'
import { formatNumber } from '@/shared/lib/format'
import type { TableState } from '@/shared/ui/DataTable'
import { EmptyState } from '@/shared/ui/EmptyState'
import { AddIcon, CheckIcon } from '@/shared/ui/icons/icons'
import { PageHeader } from '@/shared/ui/PageHeader'
import { ChecklistTable } from './components/ChecklistTable'
import { isChecked } from './components/ListState'

export interface ChecklistsPageViewProps {
  /** A page of the list; undefined until the first has loaded. */
  lists: ChecklistPage | undefined
  loading: boolean
  failed: boolean
  onReload: () => void
  table: TableState
  onTableChange: (patch: Partial<TableState>) => void
  may: { create: boolean; request: boolean; edit: boolean; delete: boolean }
  busy: boolean
  onCreate: () => void
  onSuspend: (ids: string[]) => Promise<void>
  onResume: (ids: string[]) => Promise<void>
  onDelete: (list: Checklist) => void
}

export function ChecklistsPageView({ lists, loading, failed, onReload, table, onTableChange, may, busy, onCreate, onSuspend, onResume, onDelete }: ChecklistsPageViewProps) {
  const { t } = useTranslation()
  const locale = useLocale()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const items = lists?.items ?? []
  const chosen = items.filter(({ id }) => selected.has(id))
  const toSuspend = chosen.filter(isChecked)
  const toResume = chosen.filter(({ state }) => state === 'suspended')
  const pages = lists ? Math.ceil(lists.total / table.limit) : 0
  const nothing = !loading && items.length === 0
  const create = (may.create || may.request) && (
    <Button variant="contained" startIcon={<AddIcon />} aria-haspopup="dialog" onClick={onCreate}>
      {t('checklists.create')}
    </Button>
  )
  const run = (work: (ids: string[]) => Promise<void>, of: readonly Checklist[]) =>
    work(of.map(({ id }) => id)).then(
      () => setSelected(new Set()),
      // The failure has been reported; the selection stays for another try.
      () => undefined,
    )
  return (
    <>
      <PageHeader title={t('screens.checklists')} lead={t('checklists.lead')} actions={!nothing && create} />
      {may.edit && !nothing && (
        <Stack direction="row" role="toolbar" aria-label={t('checklists.bulk')} useFlexGap sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center', mb: 1, minHeight: 36 }}>
          <Typography variant="body2" role="status" color="text.secondary">
            {chosen.length > 0 ? t('checklists.selected', { n: formatNumber(chosen.length, locale) }) : t('checklists.total', { n: formatNumber(lists?.total ?? 0, locale) })}
          </Typography>
          <Button size="small" variant="outlined" disabled={toSuspend.length === 0 || busy} onClick={() => void run(onSuspend, toSuspend)}>
            {t('checklists.suspend')}
          </Button>
          <Button size="small" variant="outlined" disabled={toResume.length === 0 || busy} onClick={() => void run(onResume, toResume)}>
            {t('checklists.resume')}
          </Button>
        </Stack>
      )}
      <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
        <Box sx={{ height: 4 }}>{loading && <LinearProgress aria-label={t('common.loading')} />}</Box>
        {failed && (
          <EmptyState
            title={t('checklists.failed')}
            action={
              <Button variant="outlined" onClick={onReload}>
                {t('common.reload')}
              </Button>
            }
          />
        )}
        {nothing && !failed && (
          <EmptyState title={t('checklists.empty')} icon={<CheckIcon color="primary" sx={{ fontSize: 36 }} />} action={create}>
            {t(create ? 'checklists.emptyText' : 'checklists.emptyReader')}
          </EmptyState>
        )}
        {items.length > 0 && <ChecklistTable lists={items} selected={may.edit ? selected : undefined} onSelect={setSelected} onDelete={may.delete ? onDelete : undefined} />}
      </Paper>
      {pages > 1 && (
        <Stack sx={{ alignItems: 'center', mt: 2 }}>
          <Pagination count={pages} page={table.page} onChange={(_event, page) => onTableChange({ page })} aria-label={t('checklists.pages')} />
        </Stack>
      )}
    </>
  )
}
