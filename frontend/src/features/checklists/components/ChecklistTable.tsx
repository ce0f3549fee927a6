import { Box, Checkbox, IconButton, Link as TextLink, Stack, Table, TableBody, TableCell, TableHead, TableRow, Tooltip, Typography } from '@mui/material'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Checklist } from '@/shared/api/checklists'
import { useLocale } from '@/shared/i18n/useLocale'
import { formatDate, formatNumber } from '@/shared/lib/format'
import { checklistPath } from '@/shared/lib/paths'
import { DeleteIcon } from '@/shared/ui/icons/icons'
import { StatusChip } from '@/shared/ui/StatusChip'
import { useTargetsText } from '../lib/targets'
import { Counts } from './Counts'
import { ListState } from './ListState'
import { stacked } from './stacked'

export interface ChecklistTableProps {
  lists: readonly Checklist[]
  /** Omitted for users who may select nothing. */
  selected: ReadonlySet<string> | undefined
  onSelect: (selected: ReadonlySet<string>) => void
  onDelete: ((list: Checklist) => void) | undefined
}

const columns = ['list', 'state', 'targets', 'counts', 'creator', 'updated'] as const

export function ChecklistTable({ lists, selected, onSelect, onDelete }: ChecklistTableProps) {
  const { t } = useTranslation()
  const all = selected !== undefined && lists.every(({ id }) => selected.has(id))
  const some = selected !== undefined && lists.some(({ id }) => selected.has(id))
  return (
    <Table size="small" role="table" aria-label={t('screens.checklists')} sx={stacked}>
      <TableHead role="rowgroup">
        <TableRow role="row">
          {selected && (
            <TableCell role="columnheader" data-check>
              <Checkbox
                size="small"
                checked={all}
                indeterminate={some && !all}
                onChange={() => onSelect(new Set(all ? [] : lists.map(({ id }) => id)))}
                slotProps={{ input: { 'aria-label': t('checklists.selectAll') } }}
              />
            </TableCell>
          )}
          {columns.map(column => (
            <TableCell key={column} role="columnheader">
              {t(`checklists.column.${column}`)}
            </TableCell>
          ))}
          {onDelete && (
            <TableCell role="columnheader">
              <Box component="span" sx={{ position: 'absolute', clipPath: 'inset(50%)' }}>
                {t('common.actions')}
              </Box>
            </TableCell>
          )}
        </TableRow>
      </TableHead>
      <TableBody role="rowgroup">
        {lists.map(list => (
          <Row
            key={list.id}
            list={list}
            selected={selected?.has(list.id)}
            onSelect={() => {
              const next = new Set(selected)
              if (!next.delete(list.id)) next.add(list.id)
              onSelect(next)
            }}
            onDelete={onDelete}
          />
        ))}
      </TableBody>
    </Table>
  )
}

function Row({ list, selected, onSelect, onDelete }: { list: Checklist; selected: boolean | undefined; onSelect: () => void; onDelete: ((list: Checklist) => void) | undefined }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const targets = useTargetsText()
  const column = (name: (typeof columns)[number]) => ({ role: 'cell', 'data-column': t(`checklists.column.${name}`) })
  return (
    <TableRow role="row" hover selected={selected ?? false}>
      {selected !== undefined && (
        <TableCell role="cell" data-check>
          <Checkbox size="small" checked={selected} onChange={onSelect} slotProps={{ input: { 'aria-label': t('checklists.select', { title: list.title }) } }} />
        </TableCell>
      )}
      <TableCell role="cell" data-title sx={{ minWidth: { md: 220 } }}>
        <TextLink component={Link} to={checklistPath(list.id)} sx={{ fontWeight: 600, color: 'primary.dark' }}>
          {list.title}
        </TextLink>
        {list.new_hits > 0 && (
          <Stack component="span" direction="row" sx={{ display: 'inline-flex', ml: 1 }}>
            <StatusChip tone="info" label={t('checklists.newHits', { n: formatNumber(list.new_hits, locale) })} />
          </Stack>
        )}
        {list.description && (
          <Typography variant="caption" component="p" color="text.secondary" sx={{ display: '-webkit-box', WebkitLineClamp: 2, WebkitBoxOrient: 'vertical', overflow: 'hidden' }}>
            {list.description}
          </Typography>
        )}
      </TableCell>
      <TableCell {...column('state')} data-half="start">
        <ListState state={list.state} />
      </TableCell>
      <TableCell {...column('targets')} sx={{ maxWidth: { md: 320 } }}>
        <Typography variant="caption" component="p" color="text.secondary">
          {t(`checklists.kind.${list.kind}`)}
        </Typography>
        {targets(list)}
      </TableCell>
      <TableCell {...column('counts')}>
        <Counts counts={list.counts} />
      </TableCell>
      <TableCell {...column('creator')} data-half="start" sx={{ whiteSpace: { md: 'nowrap' } }}>
        {list.created_by_name || t('checklists.somebody')}
      </TableCell>
      <TableCell {...column('updated')} data-half="end" sx={{ whiteSpace: 'nowrap' }}>
        {formatDate(list.updated_at, locale)}
      </TableCell>
      {onDelete && (
        <TableCell role="cell" data-delete align="right" sx={{ width: 44 }}>
          <Tooltip title={t('common.delete')}>
            <IconButton size="small" aria-label={t('checklists.deleteOne', { title: list.title })} onClick={() => onDelete(list)}>
              <DeleteIcon fontSize="small" />
            </IconButton>
          </Tooltip>
        </TableCell>
      )}
    </TableRow>
  )
}
