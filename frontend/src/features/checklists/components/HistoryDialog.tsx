import { Alert, Box, Button, Chip, Dialog, DialogActions, DialogContent, DialogTitle, LinearProgress, Stack, Typography } from '@mui/material'
import { useId } from 'react'
import { type Checklist, type ChecklistChange, useChecklistHistory } from '@/shared/api/checklists'
import { errorText } from '@/shared/api/report'
import { keyIn } from '@/shared/i18n/keys'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { formatDateTime } from '@/shared/lib/format'

/** The changes of a checklist with user and time, latest first. */
export function HistoryDialog({ list, onClose }: { list: Checklist; onClose: () => void }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const titleId = useId()
  const { data, isPending, error } = useChecklistHistory(list.id)
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId}>{t('checklists.history.title', { title: list.title })}</DialogTitle>
      {/* What scrolls has to be reached by keyboard. */}
      <DialogContent tabIndex={0}>
        {isPending && <LinearProgress aria-label={t('common.loading')} />}
        {error && <Alert severity="error">{errorText(error, 'read')}</Alert>}
        <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0, '& > li + li': { borderTop: 1, borderColor: 'divider' } }}>
          {data?.items.map(entry => (
            <Box component="li" key={entry.id} sx={{ py: 1 }}>
              <Stack direction="row" useFlexGap sx={{ gap: 1, alignItems: 'baseline', flexWrap: 'wrap' }}>
                <Typography variant="body2" component="span" sx={{ fontWeight: 600 }}>
                  {entry.by_name || t('checklists.somebody')}
                </Typography>
                <Chip size="small" label={t(`checklists.history.action.${entry.action}`)} sx={{ height: 20 }} />
                <Typography variant="caption" color="textSecondary" component="time" dateTime={entry.at}>
                  {formatDateTime(entry.at, locale)}
                </Typography>
              </Stack>
              {entry.changes?.map(change => <ChangeLine key={change.field} change={change} />)}
            </Box>
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('common.close')}</Button>
      </DialogActions>
    </Dialog>
  )
}

type FieldChange = NonNullable<ChecklistChange['changes']>[number]

function ChangeLine({ change: { field, from, to } }: { change: FieldChange }) {
  const { t } = useTranslation()
  const words = (values: readonly string[] | null) =>
    (values ?? [])
      .map(value => (field === 'extraction_targets' ? t(keyIn('checklists.where', value)) : field === 'state' ? t(keyIn('checklists.state', value)) : field === 'judgement' ? t(keyIn('checklists.judgement', value)) : value))
      .join(t('common.listSeparator'))
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '140px minmax(0, 1fr)' }, columnGap: 1, fontSize: 'dense', mt: 0.25 }}>
      <Box sx={{ color: 'text.secondary' }}>{t(`checklists.history.field.${field}`)}</Box>
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        {words(from) && (
          <Box component="del" sx={{ color: 'text.secondary', mr: 1 }}>
            {words(from)}
          </Box>
        )}
        {words(to) && (
          <Box component="ins" sx={{ textDecoration: 'none', fontWeight: 600 }}>
            {words(to)}
          </Box>
        )}
      </Box>
    </Box>
  )
}
