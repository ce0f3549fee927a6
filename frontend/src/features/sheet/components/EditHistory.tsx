import { Box, Chip, LinearProgress, Stack, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { type Change, type Edit, useSheetEdits } from '@/shared/api/sheets'
import { usePeople } from '@/shared/api/people'
import { keyIn } from '@/shared/i18n/keys'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { formatDate, formatDateTime } from '@/shared/lib/format'
import { EmptyState } from '@/shared/ui/EmptyState'
import { Gate, isPlanRefusal, PlanNotice } from '@/shared/ui/Gate'
import { useSheetContext } from '../context'
import { useValueText } from '../lib/useValueText'

/** An analysis changes a hundred values at once; only the first of them are shown. */
const most = 20

/** The changes of a sheet with user and time, newest first; an option of the plan. */
export function EditHistory() {
  return (
    <Gate option="change_history" frame={inPane}>
      <History />
    </Gate>
  )
}

const inPane = (notice: ReactNode) => <Box sx={{ m: 2 }}>{notice}</Box>

function History() {
  const { t } = useTranslation()
  const { sheet } = useSheetContext()
  const { data, isPending, isError, error } = useSheetEdits(sheet.id)
  if (isPending) return <LinearProgress aria-label={t('common.loading')} />
  // The option has ended since the company was read.
  if (isPlanRefusal(error)) return inPane(<PlanNotice text={error.detail} />)
  if (isError || data.length === 0) return <EmptyState title={t(isError ? 'sheet.history.failed' : 'sheet.history.empty')} />
  return (
    <Stack component="ol" aria-label={t('sheet.tab.history')} sx={{ listStyle: 'none', m: 0, p: 0, '& > li + li': { borderTop: 1, borderColor: 'divider' } }}>
      {data.map(edit => (
        <li key={edit.id}>
          <HistoryEntry edit={edit} />
        </li>
      ))}
    </Stack>
  )
}

function HistoryEntry({ edit }: { edit: Edit }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const rest = edit.changes.length - most
  return (
    <Box sx={{ px: 2, py: 1.25 }}>
      <Stack direction="row" sx={{ gap: 1, alignItems: 'baseline', flexWrap: 'wrap' }}>
        <Typography variant="body2" component="span" sx={{ fontWeight: 600 }}>
          {edit.by ? edit.by_name || t('sheet.history.somebody') : t('sheet.history.analysis')}
        </Typography>
        <Chip size="small" label={t(`sheet.history.action.${edit.action}`)} sx={{ height: 20 }} />
        <Typography variant="caption" color="textSecondary" component="time" dateTime={edit.at}>
          {formatDateTime(edit.at, locale)}
        </Typography>
      </Stack>
      {edit.comment && (
        <Typography variant="body2" sx={{ mt: 0.5, whiteSpace: 'pre-line' }}>
          {edit.comment}
        </Typography>
      )}
      {edit.changes.slice(0, most).map((change, i) => (
        <HistoryChange key={i} change={change} />
      ))}
      {rest > 0 && (
        <Typography variant="caption" color="textSecondary">
          {t('sheet.history.more', { count: rest })}
        </Typography>
      )}
    </Box>
  )
}

function HistoryChange({ change }: { change: Change }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const { departments, tags } = useSheetContext()
  const valueText = useValueText()
  const path = change.field.split('/')
  const key = path.at(-1) ?? change.field
  const { data: assignees } = usePeople()
  const names = { departments, tags, assignees }[change.section === 0 ? key : '']
  const words = (value: Change['from']) => {
    if (!value) return t('common.notSet')
    if (names) return (value.list ?? []).map(id => names.find(option => option.id === id)?.name ?? t('sheet.history.gone')).join(t('common.listSeparator')) || t('common.notSet')
    if (change.section === 0 && key === 'language_id' && value.text) return t(keyIn('sds.language', value.text))
    if (change.section === 0 && key.endsWith('_at')) return formatDate(value.text, locale) || t('common.notSet')
    return valueText(key, value) || t('common.notSet')
  }
  const label = change.section === 0 ? t(keyIn('sds.record', key)) : `${change.section}. ${path.length > 2 ? `${t(keyIn('sds.group', path[0] ?? ''))} ` : ''}${t(keyIn('sds.field', key))}`
  const from = words(change.from)
  const to = words(change.to)
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '180px minmax(0, 1fr)' }, columnGap: 1, fontSize: 'dense', mt: 0.25 }}>
      <Box sx={{ color: 'text.secondary' }}>{label}</Box>
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere', display: '-webkit-box', WebkitLineClamp: 4, WebkitBoxOrient: 'vertical', overflow: 'hidden' }}>
        {change.state === 'deleted' ? (
          <del>{to}</del>
        ) : from === to || !change.from ? (
          to
        ) : (
          <>
            <Box component="del" sx={{ color: 'text.secondary' }}>
              {from}
            </Box>
            {' → '}
            <Box component="ins" sx={{ textDecoration: 'none', fontWeight: 600 }}>
              {to}
            </Box>
          </>
        )}
        {change.state && change.state !== 'edited' && <Box component="span" sx={{ color: 'text.secondary' }}>{t('sheet.history.state', { state: t(keyIn('sheet.state', change.state)) })}</Box>}
      </Box>
    </Box>
  )
}
