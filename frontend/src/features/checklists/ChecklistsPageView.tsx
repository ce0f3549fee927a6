import { Button, Typography } from '@mui/material'
import type { Checklist, ChecklistPage } from '@/shared/api/checklists'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { counted } from '@/shared/lib/format'
import { isSelected, nothingSelected, useSelection } from '@/shared/lib/selection'
import type { ChangeTable, TableState } from '@/shared/lib/tableState'
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
  onTableChange: ChangeTable
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
  const [selection, select] = useSelection(`${table.page}/${table.limit}`)
  const chosen = lists?.items.filter(({ id }) => isSelected(selection, id)) ?? []
  const toSuspend = chosen.filter(isChecked)
  const toResume = chosen.filter(({ state }) => state === 'suspended')
  const nothing = !loading && lists?.total === 0
  const create = (may.create || may.request) && (
    <Button variant="contained" startIcon={<AddIcon />} aria-haspopup="dialog" onClick={onCreate}>
      {t('checklists.create')}
    </Button>
  )
  const run = (work: (ids: string[]) => Promise<void>, of: readonly Checklist[]) =>
    work(of.map(({ id }) => id)).then(
      () => select(nothingSelected),
      // The failure has been reported; the selection stays for another try.
      () => undefined,
    )
  return (
    <>
      <PageHeader title={t('screens.checklists')} lead={t('checklists.lead')} actions={!nothing && create} />
      <ChecklistTable
        page={lists}
        loading={loading}
        failed={failed}
        onRetry={onReload}
        state={table}
        onStateChange={onTableChange}
        selection={may.edit ? selection : undefined}
        onSelect={select}
        wholeList={false}
        onDelete={may.delete ? onDelete : undefined}
        toolbar={
          <Typography variant="body2" role="status" color="textSecondary" sx={{ mb: 1 }}>
            {/* A blank keeps the line's place. */}
            {lists ? t('checklists.total', counted(lists.total, locale)) : '\u00a0'}
          </Typography>
        }
        bulk={
          <>
            <Button size="small" color="inherit" disabled={toSuspend.length === 0 || busy} onClick={() => void run(onSuspend, toSuspend)}>
              {t('checklists.suspend')}
            </Button>
            <Button size="small" color="inherit" disabled={toResume.length === 0 || busy} onClick={() => void run(onResume, toResume)}>
              {t('checklists.resume')}
            </Button>
          </>
        }
        empty={
          <EmptyState title={t('checklists.empty')} icon={<CheckIcon color="primary" sx={{ fontSize: 36 }} />} action={create}>
            {t(create ? 'checklists.emptyText' : 'checklists.emptyReader')}
          </EmptyState>
        }
      />
    </>
  )
}
