import { Box, IconButton, Stack, Typography } from '@mui/material'
import { useCallback, useMemo, useState } from 'react'
import type { Result } from '@/shared/api/checklists'
import type { Proof } from '@/shared/api/laws'
import { keyIn } from '@/shared/i18n/keys'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { formatDate } from '@/shared/lib/format'
import { askToClose } from '@/shared/lib/unsaved'
import { useSummary } from '@/shared/law/ClassRow'
import { rank } from '@/shared/law/tree'
import { VerdictChip } from '@/shared/law/VerdictChip'
import { useClassName, useLawName } from '@/shared/law/words'
import { SheetLink } from '@/shared/sds/SheetLink'
import { RevisionStatusChip } from '@/shared/sds/SheetStatus'
import { NextIcon } from '@/shared/ui/icons/icons'
import { StatusChip, type StatusTone } from '@/shared/ui/StatusChip'
import type { Column } from '@/shared/ui/table/column'
import { ServerTable, type ServerTableProps } from '@/shared/ui/table/ServerTable'
import { usual } from '../filters'
import { useUnsavedRows } from '../lib/unsavedRows'
import { judgementPart } from './JudgementForm'
import { ResultDetail } from './ResultDetail'

type ResultTableProps = Omit<ServerTableProps<Result>, 'label' | 'columns' | 'nameOf' | 'onOpen' | 'details' | 'failedTitle'> & {
  listId: string
  mayEdit: boolean
  onSheet: (sheetId: string, at?: string) => void
}

const nameOf = ({ sheet }: Result) => sheet.name

/** The number of hits shown for a sheet before it is expanded. */
const most = 2

/** The results of a checklist; each expands to the proofs and the review. */
export function ResultTable({ listId, mayEdit, onSheet, ...table }: ResultTableProps) {
  const { t } = useTranslation()
  const locale = useLocale()
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const { page, left } = useUnsavedRows(table.page, judgementPart)
  const [known, setKnown] = useState(page)
  // A result that leaves the list is closed when it comes back.
  if (page !== known) {
    setKnown(page)
    setOpen(new Set(page?.items.flatMap(({ id }) => (open.has(id) ? [id] : []))))
  }
  const toggle = useCallback(
    async (id: string) => {
      if (open.has(id) && !(await askToClose(judgementPart({ id })))) return
      setOpen(now => {
        const next = new Set(now)
        if (!next.delete(id)) next.add(id)
        return next
      })
    },
    [open],
  )
  const columns = useMemo<readonly Column<Result>[]>(() => {
    const column = (id: string, cell: Column<Result>['cell'], rest: Partial<Column<Result>>): Column<Result> => ({ id, label: t(keyIn('checklists.results.column', id)), cell, ...rest })
    return [
      {
        id: 'proofs',
        label: t('checklists.results.proofs'),
        labelHidden: true,
        width: 44,
        card: 'first',
        cell: ({ id, sheet }, { tabIndex }) => (
          <IconButton size="small" tabIndex={tabIndex} aria-expanded={open.has(id)} aria-label={t('checklists.results.openProofs', { name: sheet.name })} onClick={() => void toggle(id)}>
            <NextIcon sx={{ fontSize: 18, transform: open.has(id) ? 'rotate(90deg)' : 'none', transition: 'transform 120ms' }} />
          </IconButton>
        ),
      },
      column(
        'verdict',
        result => (
          <Stack direction={{ xs: 'row', md: 'column' }} useFlexGap sx={{ gap: 0.5, alignItems: 'flex-start', flexWrap: 'wrap' }}>
            <VerdictChip verdict={result.verdict} />
            <Flags result={result} />
          </Stack>
        ),
        { width: 168, wraps: true },
      ),
      column(
        'name',
        ({ id, sheet }, { tabIndex }) => (
          <>
            <SheetLink id={id} name={sheet.name} tabIndex={tabIndex} wraps />
            <Typography variant="caption" component="p" color="textSecondary">
              {[sheet.product_codes?.join(t('common.listSeparator')), sheet.supplier].filter(Boolean).join(' / ')}
            </Typography>
          </>
        ),
        { heads: true, flex: 1.4, minWidth: 200, sort: 'name', wraps: true },
      ),
      column(
        'revised_at',
        ({ sheet }) => (
          <Stack direction={{ xs: 'row', md: 'column' }} useFlexGap sx={{ gap: 0.75, alignItems: { xs: 'center', md: 'flex-start' } }}>
            <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
              {formatDate(sheet.revised_on, locale)}
            </Box>
            <RevisionStatusChip status={sheet.revision_status} />
          </Stack>
        ),
        { width: locale === 'ja-JP' ? 132 : 176, sort: 'revised_at', firstDirection: 'desc', wraps: true },
      ),
      column('hits', result => <Hits result={result} />, { flex: 2, minWidth: 240, wraps: true }),
      column('judgement', result => <JudgementOf result={result} />, { minWidth: 140, wraps: true }),
    ]
  }, [t, locale, open, toggle])
  return (
    <ServerTable
      {...table}
      page={page}
      label={t('checklists.results.title')}
      columns={columns}
      nameOf={nameOf}
      onOpen={id => void toggle(id)}
      details={result => (open.has(result.id) ? <ResultDetail listId={listId} result={result} left={left.has(result.id)} mayEdit={mayEdit} onOpen={onSheet} /> : undefined)}
      failedTitle={t('checklists.results.failed')}
    />
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

/** The laws and substances that hit, as a short text. Those below their threshold are shown only where nothing hits. */
function Hits({ result }: { result: Result }) {
  const { t } = useTranslation()
  const nameOf = useLawName()
  const classOf = useClassName()
  const summary = useSummary()
  const textOf = (proof: Proof) => {
    const name = classOf(proof.category_name, proof.class_code === 'DEFAULT' ? undefined : proof.class_name)
    return name ? t('checklists.results.hit', { name, text: summary(proof) }) : summary(proof)
  }
  const proofs = (result.proofs ?? []).toSorted((a, b) => rank(a.verdict) - rank(b.verdict))
  const hits = proofs.filter(({ verdict }) => usual.some(one => one === verdict))
  const shown = hits.length > 0 ? hits : proofs
  const stated = result.stated ?? []
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {shown.slice(0, most).map((proof, i) => (
        <Box component="li" key={i} sx={hits.length === 0 ? { color: 'text.secondary' } : undefined}>
          {nameOf(proof.law_name) && <b style={{ fontWeight: 600 }}>{nameOf(proof.law_name)} </b>}
          {textOf(proof)}
        </Box>
      ))}
      {shown.length > most && (
        <Typography component="li" variant="caption" color="textSecondary">
          {t('checklists.results.moreHits', { count: shown.length - most })}
        </Typography>
      )}
      {stated.length > 0 && (
        <Typography component="li" variant="caption" color="textSecondary">
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
      {judgement ? <StatusChip tone={judgementTones[judgement]} label={t(`checklists.judgement.${judgement}`)} /> : <Typography variant="caption" color="textSecondary">{t('checklists.judgement.none')}</Typography>}
      {note && (
        <Typography variant="caption" component="p" sx={{ mt: 0.5, display: '-webkit-box', WebkitLineClamp: 3, WebkitBoxOrient: 'vertical', overflow: 'hidden', overflowWrap: 'anywhere' }}>
          {note}
        </Typography>
      )}
    </>
  )
}
