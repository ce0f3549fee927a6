import { Alert, Button, FormControl, FormControlLabel, FormLabel, Radio, RadioGroup, Stack, TextField, Typography } from '@mui/material'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Judgement, type Result, useResultChanges } from '@/shared/api/checklists'
import { ApiError } from '@/shared/api/error'
import { useLocale } from '@/shared/i18n/useLocale'
import { formatDateTime } from '@/shared/lib/format'
import { notify } from '@/shared/ui/notify'

const choices: readonly Judgement[] = ['applies', 'does_not_apply', 'on_hold', '']

/** What a person says of a sheet on a checklist. What was typed stays when somebody else was first. */
export function JudgementForm({ listId, result, mayEdit }: { listId: string; result: Result; mayEdit: boolean }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const labelId = useId()
  const { judge } = useResultChanges(listId)
  const [draft, setDraft] = useState<{ judgement: Judgement; note: string } | null>(null)
  const { judgement, note } = draft ?? { judgement: result.judgement ?? '', note: result.note }
  const stale = judge.error instanceof ApiError && (judge.error.status === 409 || judge.error.status === 412)
  const change = (patch: Partial<{ judgement: Judgement; note: string }>) => setDraft({ judgement, note, ...patch })
  const save = () =>
    judge.mutate(
      { result, change: { judgement, note } },
      {
        onSuccess: () => {
          setDraft(null)
          notify({ key: 'checklists.results.judged', color: 'success' })
        },
      },
    )
  const by = result.judged_at && (
    <Typography variant="caption" component="p" color="text.secondary">
      {t('checklists.results.judgedBy', { name: result.judged_by_name || t('checklists.somebody'), at: formatDateTime(result.judged_at, locale) })}
    </Typography>
  )
  if (!mayEdit) {
    return (
      <Stack sx={{ gap: 0.5 }}>
        <Typography variant="body2">{t('checklists.results.judgementIs', { judgement: t(`checklists.judgement.${result.judgement || 'none'}`) })}</Typography>
        {result.note && <Typography variant="body2" sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{result.note}</Typography>}
        {by}
      </Stack>
    )
  }
  return (
    <Stack component="section" aria-label={t('checklists.results.judgementOf', { name: result.sheet.name })} sx={{ gap: 1, alignItems: 'stretch' }}>
      {result.ground_changed && (
        <Alert severity="warning" sx={{ py: 0 }}>
          {t('checklists.results.changedHelp')}
        </Alert>
      )}
      <FormControl>
        <FormLabel id={labelId} sx={{ fontSize: '0.8125rem' }}>
          {t('checklists.results.judgement')}
        </FormLabel>
        <RadioGroup row aria-labelledby={labelId} value={judgement} onChange={event => change({ judgement: event.target.value as Judgement })}>
          {choices.map(choice => (
            <FormControlLabel key={choice} value={choice} control={<Radio size="small" />} label={t(`checklists.judgement.${choice || 'none'}`)} slotProps={{ typography: { variant: 'body2' } }} />
          ))}
        </RadioGroup>
      </FormControl>
      <TextField label={t('checklists.results.note')} value={note} onChange={event => change({ note: event.target.value })} multiline minRows={2} maxRows={6} slotProps={{ htmlInput: { maxLength: 2000 } }} sx={{ bgcolor: 'background.paper' }} />
      {stale && draft && (
        <Alert severity="warning">
          {t('checklists.results.stale', { judgement: t(`checklists.judgement.${result.judgement || 'none'}`), note: result.note || t('common.notSet') })}
        </Alert>
      )}
      <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <Button size="small" variant="contained" disabled={!draft} loading={judge.isPending} onClick={save}>
          {t(stale && draft ? 'checklists.results.saveMine' : 'common.save')}
        </Button>
        {draft && (
          <Button
            size="small"
            color="inherit"
            onClick={() => {
              setDraft(null)
              judge.reset()
            }}
          >
            {t('common.cancel')}
          </Button>
        )}
        {by}
      </Stack>
    </Stack>
  )
}
