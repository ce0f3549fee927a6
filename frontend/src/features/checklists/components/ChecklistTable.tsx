import { Box, IconButton, Link as TextLink, Stack, Typography } from '@mui/material'
import { useMemo } from 'react'
import { Link, useNavigate } from 'react-router'
import type { Checklist } from '@/shared/api/checklists'
import { keyIn } from '@/shared/i18n/keys'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { counted, formatDate } from '@/shared/lib/format'
import { checklistPath } from '@/shared/lib/paths'
import { Hint } from '@/shared/ui/Hint'
import { DeleteIcon } from '@/shared/ui/icons/icons'
import { StatusChip } from '@/shared/ui/StatusChip'
import type { Column } from '@/shared/ui/table/column'
import { ServerTable, type ServerTableProps } from '@/shared/ui/table/ServerTable'
import { useTargetsText } from '../lib/targets'
import { Counts } from './Counts'
import { ListState } from './ListState'

type ChecklistTableProps = Omit<ServerTableProps<Checklist>, 'label' | 'columns' | 'nameOf' | 'onOpen' | 'failedTitle'> & {
  onDelete: ((list: Checklist) => void) | undefined
}

const nameOf = ({ title }: Checklist) => title

/** The checklists of the company; each leads to its results. */
export function ChecklistTable({ onDelete, ...table }: ChecklistTableProps) {
  const { t } = useTranslation()
  const locale = useLocale()
  const navigate = useNavigate()
  const targets = useTargetsText()
  const columns = useMemo<readonly Column<Checklist>[]>(() => {
    const column = (id: string, cell: Column<Checklist>['cell'], rest: Partial<Column<Checklist>>): Column<Checklist> => ({ id, label: t(keyIn('checklists.column', id)), cell, ...rest })
    const remove: Column<Checklist>[] = onDelete
      ? [
          {
            id: 'delete',
            label: t('common.actions'),
            labelHidden: true,
            width: 52,
            align: 'end',
            card: 'first',
            cell: (list, { tabIndex }) => (
              <Hint title={t('common.delete')}>
                <IconButton size="small" tabIndex={tabIndex} aria-label={t('checklists.deleteOne', { title: list.title })} onClick={() => onDelete(list)}>
                  <DeleteIcon fontSize="small" />
                </IconButton>
              </Hint>
            ),
          },
        ]
      : []
    return [
      column('list', (list, { tabIndex }) => <Title list={list} tabIndex={tabIndex} />, { heads: true, flex: 2, minWidth: 220, wraps: true }),
      column('state', list => <ListState state={list.state} />, { width: 104, card: 'half' }),
      column(
        'targets',
        list => (
          <>
            <Typography variant="caption" component="p" color="textSecondary">
              {t(`checklists.kind.${list.kind}`)}
            </Typography>
            <Box sx={{ overflowWrap: 'anywhere' }}>{targets(list)}</Box>
          </>
        ),
        { flex: 2, minWidth: 200, wraps: true },
      ),
      column('counts', list => <Counts counts={list.counts} />, { flex: 1.5, minWidth: 170, wraps: true }),
      column('creator', list => list.created_by_name || t('checklists.somebody'), { width: 140, card: 'half', wraps: true }),
      column('updated', list => formatDate(list.updated_at, locale), { width: 104, card: 'half' }),
      ...remove,
    ]
  }, [t, locale, targets, onDelete])
  return <ServerTable {...table} label={t('screens.checklists')} columns={columns} nameOf={nameOf} onOpen={id => void navigate(checklistPath(id))} failedTitle={t('checklists.failed')} />
}

function Title({ list, tabIndex }: { list: Checklist; tabIndex: 0 | -1 }) {
  const { t } = useTranslation()
  const locale = useLocale()
  return (
    <>
      <Box>
        <TextLink component={Link} to={checklistPath(list.id)} tabIndex={tabIndex} underline="hover" sx={{ fontWeight: 600, color: 'primary.dark' }}>
          {list.title}
        </TextLink>
        {list.new_hits > 0 && (
          <Stack component="span" direction="row" sx={{ display: 'inline-flex', ml: 1 }}>
            <StatusChip tone="info" label={t('checklists.newHits', counted(list.new_hits, locale))} />
          </Stack>
        )}
      </Box>
      {list.description && (
        <Typography variant="caption" component="p" color="textSecondary" sx={{ display: '-webkit-box', WebkitLineClamp: 2, WebkitBoxOrient: 'vertical', overflow: 'hidden' }}>
          {list.description}
        </Typography>
      )}
    </>
  )
}
