import { Button, Link as TextLink, Paper, Stack } from '@mui/material'
import { Link } from 'react-router'
import type { Checklist, ResultPage } from '@/shared/api/checklists'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { paths } from '@/shared/lib/paths'
import type { ChangeTable, TableState } from '@/shared/lib/tableState'
import { isSelected, nothingSelected, useSelection } from '@/shared/lib/selection'
import { useUnsavedParts } from '@/shared/lib/unsaved'
import { EmptyState } from '@/shared/ui/EmptyState'
import { FormAlert } from '@/shared/ui/FormAlert'
import { PageHeader } from '@/shared/ui/PageHeader'
import { Spinner } from '@/shared/ui/Spinner'
import { About } from './components/About'
import { BulkReview } from './components/BulkReview'
import { isJudgementPart } from './components/JudgementForm'
import { isChecked } from './components/ListState'
import { ResultFilters } from './components/ResultFilters'
import { ResultTable } from './components/ResultTable'
import { type ChangeFilters, type Filters, isFiltered, noFilters } from './filters'

export interface ChecklistPageViewProps {
  listId: string
  list: Checklist | undefined
  notThere: boolean
  /** A page of the results; undefined until the first has loaded. */
  results: ResultPage | undefined
  loading: boolean
  failed: boolean
  onReload: () => void
  filters: Filters
  onFilter: ChangeFilters
  table: TableState
  onTableChange: ChangeTable
  may: { edit: boolean; delete: boolean; export: boolean }
  /** The change of its updates that is under way, until all that it changes has been read again. */
  changing: 'suspend' | 'resume' | undefined
  openId: string | null
  onOpen: (sheetId: string, at?: string) => void
  onDialog: (dialog: 'edit' | 'delete' | 'history' | 'export') => void
  onSuspend: () => void
  onResume: () => void
}

export function ChecklistPageView({ listId, list, notThere, results, loading, failed, onReload, filters, onFilter, table, onTableChange, may, changing, openId, onOpen, onDialog, onSuspend, onResume }: ChecklistPageViewProps) {
  const { t } = useTranslation()
  // A page's results: their reviews have been seen.
  const [selection, select] = useSelection(JSON.stringify([filters, table]))
  const back = (
    <TextLink component={Link} to={paths.checklists} variant="body2">
      {t('checklists.toLists')}
    </TextLink>
  )
  // What is being typed stays on the screen, though it cannot be saved any more.
  const typed = [...useUnsavedParts()].some(isJudgementPart)
  if (notThere && !typed) {
    return (
      <>
        <PageHeader title={t('screens.checklists')} lead={back} />
        <Paper variant="outlined">
          <EmptyState title={t('checklists.notThere')}>{t('checklists.notThereText')}</EmptyState>
        </Paper>
      </>
    )
  }
  const nothing = !loading && !failed && results?.total === 0
  const suspended = list?.state === 'suspended'
  // The button says what it can do only when it can do it: before, a press would be lost.
  const change = changing ?? (suspended ? 'resume' : 'suspend')
  const waiting = list?.state === 'requested' || list?.state === 'in_preparation'
  return (
    <>
      <PageHeader
        title={list?.title ?? t('screens.checklists')}
        lead={back}
        actions={
          list &&
          !notThere && (
            <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: 'wrap' }}>
              {may.edit && (
                <>
                  <Button variant="outlined" onClick={() => onDialog('edit')} aria-haspopup="dialog">
                    {t('common.edit')}
                  </Button>
                  {(isChecked(list) || suspended) && (
                    // One button, which keeps the focus.
                    <Button variant="outlined" onClick={changing ? undefined : change === 'resume' ? onResume : onSuspend} aria-disabled={!!changing}>
                      {t(`checklists.${change}`)}
                    </Button>
                  )}
                </>
              )}
              <Button variant="outlined" onClick={() => onDialog('history')} aria-haspopup="dialog">
                {t('checklists.history.open')}
              </Button>
              {may.export && (
                <Button variant="outlined" onClick={() => onDialog('export')} aria-haspopup="dialog" disabled={nothing}>
                  {t('checklists.export.open')}
                </Button>
              )}
              {may.delete && (
                <Button variant="outlined" color="error" onClick={() => onDialog('delete')} aria-haspopup="dialog">
                  {t('common.delete')}
                </Button>
              )}
            </Stack>
          )
        }
      />
      {notThere && <FormAlert sx={{ mb: 2 }}>{t('unsaved.conflict.deleted')}</FormAlert>}
      {list && <About list={list} />}
      {!list && !failed && <Spinner />}
      {/* Not before the checklist: what it says is above them. */}
      {(list || failed) && !waiting && (
        <>
          <ResultFilters filters={filters} onFilter={onFilter} counts={results?.counts} total={results?.total} table={table} onTableChange={onTableChange} />
          <ResultTable
            listId={listId}
            mayEdit={may.edit}
            onSheet={onOpen}
            page={results}
            loading={loading}
            failed={failed}
            onRetry={onReload}
            state={table}
            onStateChange={onTableChange}
            selection={may.edit ? selection : undefined}
            wholeList={false}
            onSelect={select}
            bulk={<BulkReview listId={listId} selected={selection.ids.size} results={results?.items.filter(({ id }) => isSelected(selection, id)) ?? []} excluded={filters.excluded !== ''} onDone={() => select(nothingSelected)} />}
            openId={openId}
            keys={openId === null}
            empty={
              isFiltered(filters) ? (
                <EmptyState
                  title={t('checklists.results.noMatch')}
                  action={
                    <Button variant="outlined" onClick={() => onFilter(noFilters)}>
                      {t('checklists.results.clear')}
                    </Button>
                  }
                />
              ) : (
                <EmptyState title={t('checklists.results.empty')}>{t('checklists.results.emptyText')}</EmptyState>
              )
            }
          />
        </>
      )}
    </>
  )
}
