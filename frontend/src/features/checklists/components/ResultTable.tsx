import { Box, IconButton, Link as TextLink, Stack, Table, TableBody, TableCell, TableHead, TableRow, TableSortLabel, Typography } from '@mui/material'
import { Fragment, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Result } from '@/shared/api/checklists'
import { useLocale } from '@/shared/i18n/useLocale'
import { formatDate } from '@/shared/lib/format'
import { useSummary } from '@/shared/law/ClassRow'
import { rank } from '@/shared/law/tree'
import { VerdictChip } from '@/shared/law/VerdictChip'
import { useLawName } from '@/shared/law/words'
import { RevisionStatusChip } from '@/shared/sds/SheetStatus'
import { askToClose } from '@/shared/lib/unsaved'
import type { TableState } from '@/shared/ui/DataTable'
import { NextIcon } from '@/shared/ui/icons/icons'
import { StatusChip, type StatusTone } from '@/shared/ui/StatusChip'
import { judgementPart } from './JudgementForm'
import { ResultDetail } from './ResultDetail'
import { stacked } from './stacked'

export interface ResultTableProps {
  listId: string
  results: readonly Result[]
  mayEdit: boolean
  onOpen: (sheetId: string, at?: string) => void
  table: TableState
  onTableChange: (patch: Partial<TableState>) => void
}

const columns = ['verdict', 'name', 'revised_at', 'hits', 'judgement'] as const
type Column = (typeof columns)[number]
const sorted: readonly Column[] = ['name', 'revised_at']

/** The number of hits shown for a sheet before it is expanded. */
const most = 2

/** The results of a checklist; each expands to the proofs and the review. */
export function ResultTable({ table, onTableChange, results, ...rest }: ResultTableProps) {
  const { t } = useTranslation()
  const { sort } = table
  return (
    <Table size="small" role="table" aria-label={t('checklists.results.title')} sx={stacked}>
      <TableHead role="rowgroup">
        <TableRow role="row">
          <TableCell role="columnheader" data-check>
            <Box component="span" sx={{ position: 'absolute', clipPath: 'inset(50%)' }}>
              {t('checklists.results.proofs')}
            </Box>
          </TableCell>
          {columns.map(column => {
            const by = sort?.field === column ? sort.direction : false
            return (
              <TableCell key={column} role="columnheader" sortDirection={by}>
                {sorted.includes(column) ? (
                  <TableSortLabel active={by !== false} direction={by || 'asc'} onClick={() => onTableChange({ sort: { field: column, direction: by === 'asc' ? 'desc' : 'asc' }, page: 1 })}>
                    {t(`checklists.results.column.${column}`)}
                  </TableSortLabel>
                ) : (
                  t(`checklists.results.column.${column}`)
                )}
              </TableCell>
            )
          })}
        </TableRow>
      </TableHead>
      <TableBody role="rowgroup">
        {results.map(result => (
          <Row key={result.id} result={result} {...rest} />
        ))}
      </TableBody>
    </Table>
  )
}

function Row({ listId, result, mayEdit, onOpen }: { result: Result } & Pick<ResultTableProps, 'listId' | 'mayEdit' | 'onOpen'>) {
  const { t } = useTranslation()
  const locale = useLocale()
  const [open, setOpen] = useState(false)
  const detailId = useId()
  const toggle = async () => {
    if (!open || (await askToClose(judgementPart(result)))) setOpen(!open)
  }
  const { sheet } = result
  const column = (name: Column) => ({ role: 'cell', 'data-column': t(`checklists.results.column.${name}`) })
  return (
    <Fragment>
      <TableRow role="row" hover sx={open ? { '& > td': { borderBottom: 0 } } : undefined}>
        <TableCell role="cell" data-check>
          <IconButton size="small" aria-expanded={open} aria-controls={open ? detailId : undefined} aria-label={t('checklists.results.openProofs', { name: sheet.name })} onClick={() => void toggle()}>
            <NextIcon sx={{ fontSize: 18, transform: open ? 'rotate(90deg)' : 'none', transition: 'transform 120ms' }} />
          </IconButton>
        </TableCell>
        <TableCell role="cell">
          <Stack direction={{ xs: 'row', md: 'column' }} useFlexGap sx={{ gap: 0.5, alignItems: 'flex-start', flexWrap: 'wrap' }}>
            <VerdictChip verdict={result.verdict} />
            <Flags result={result} />
          </Stack>
        </TableCell>
        <TableCell role="cell" sx={{ minWidth: { md: 200 } }}>
          <TextLink component="button" onClick={() => onOpen(result.id)} sx={{ fontWeight: 600, textAlign: 'left', color: 'primary.dark' }}>
            {sheet.name}
          </TextLink>
          <Typography variant="caption" component="p" color="text.secondary">
            {[sheet.product_codes?.join(t('common.listSeparator')), sheet.supplier].filter(Boolean).join(' / ')}
          </Typography>
        </TableCell>
        <TableCell {...column('revised_at')} sx={{ whiteSpace: 'nowrap' }}>
          <Stack direction={{ xs: 'row', md: 'column' }} useFlexGap sx={{ gap: 0.75, alignItems: { xs: 'center', md: 'flex-start' } }}>
            {formatDate(sheet.revised_on, locale)}
            <RevisionStatusChip status={sheet.revision_status} />
          </Stack>
        </TableCell>
        <TableCell {...column('hits')} sx={{ minWidth: { md: 260 } }}>
          <Hits result={result} />
        </TableCell>
        <TableCell {...column('judgement')} sx={{ minWidth: { md: 140 }, maxWidth: { md: 240 } }}>
          <JudgementOf result={result} />
        </TableCell>
      </TableRow>
      {open && (
        <TableRow role="row">
          <TableCell role="cell" colSpan={columns.length + 1} data-whole id={detailId} sx={{ '&&': { bgcolor: '#F7FBF9', px: { xs: 0, md: 2 }, py: 1.5 } }}>
            <ResultDetail listId={listId} result={result} mayEdit={mayEdit} onOpen={onOpen} />
          </TableCell>
        </TableRow>
      )}
    </Fragment>
  )
}

function Flags({ result }: { result: Result }) {
  const { t } = useTranslation()
  return (
    <>
      {result.is_new && <StatusChip tone="info" label={t('checklists.results.new')} tooltip={t('checklists.results.newHelp')} />}
      {result.ground_changed && <StatusChip tone="warning" label={t('checklists.results.changed')} tooltip={t('checklists.results.changedHelp')} />}
      {result.excluded && <StatusChip label={t('checklists.results.excluded')} />}
    </>
  )
}

/** The laws and substances that hit, as a short text. */
function Hits({ result }: { result: Result }) {
  const { t } = useTranslation()
  const nameOf = useLawName()
  const summary = useSummary()
  const proofs = (result.proofs ?? []).toSorted((a, b) => rank(a.verdict) - rank(b.verdict))
  const stated = result.stated ?? []
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {proofs.slice(0, most).map((proof, i) => (
        <li key={i}>
          {nameOf(proof.law_name) && <b style={{ fontWeight: 600 }}>{nameOf(proof.law_name)} </b>}
          {summary(proof)}
        </li>
      ))}
      {proofs.length > most && (
        <Typography component="li" variant="caption" color="text.secondary">
          {t('checklists.results.moreHits', { count: proofs.length - most })}
        </Typography>
      )}
      {stated.length > 0 && (
        <Typography component="li" variant="caption" color="text.secondary">
          {t('checklists.results.stated', { names: stated.map(({ name, code }) => nameOf(name) || code).join(t('common.listSeparator')) })}
        </Typography>
      )}
    </Box>
  )
}

export const judgementTones: Record<string, StatusTone> = { applies: 'error', does_not_apply: 'success', on_hold: 'warning' }

function JudgementOf({ result: { judgement, note } }: { result: Result }) {
  const { t } = useTranslation()
  return (
    <>
      {judgement ? <StatusChip tone={judgementTones[judgement]} label={t(`checklists.judgement.${judgement}`)} /> : <Typography variant="caption" color="text.secondary">{t('checklists.judgement.none')}</Typography>}
      {note && (
        <Typography variant="caption" component="p" sx={{ mt: 0.5, display: '-webkit-box', WebkitLineClamp: 3, WebkitBoxOrient: 'vertical', overflow: 'hidden', overflowWrap: 'anywhere' }}>
          {note}
        </Typography>
      )}
    </>
  )
}
