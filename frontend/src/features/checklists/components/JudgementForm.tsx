import { Alert, Button, FormControl, FormControlLabel, FormLabel, Radio, RadioGroup, Stack, TextField, Typography } from '@mui/material'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Path } from 'react-router'
import { type Judgement, type Result, useResultChanges } from '@/shared/api/checklists'
import { ApiError } from '@/shared/api/error'
import { useLocale } from '@/shared/i18n/useLocale'
import { formatDateTime } from '@/shared/lib/format'
import { searchWithoutSheet } from '@/shared/lib/openSheet'
import { useUnsaved } from '@/shared/lib/unsaved'
import { notify } from '@/shared/ui/notify'

/** The part of a result that a user enters. */
interface Entry {
  judgement: Judgement
  note: string
}

/** The form's part of the screen. */
export const judgementPart = ({ id }: Result) => `judgement:${id}`

/** Opening a sheet over the list keeps the form; another page, filter or order does not. */
const sameList = (from: Path, to: Path) => from.pathname === to.pathname && searchWithoutSheet(from) === searchWithoutSheet(to)

const choices: readonly Judgement[] = ['applies', 'does_not_apply', 'on_hold', '']

/** A user's review of a sheet on a checklist. Input is kept on a conflict. */
export function JudgementForm({ listId, result, mayEdit }: { listId: string; result: Result; mayEdit: boolean }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const labelId = useId()
  const { judge } = useResultChanges(listId)
  const stored = { judgement: result.judgement ?? '', note: result.note }
  const [draft, setDraft] = useState<(Entry & { base: Entry }) | null>(null)
  const { judgement, note } = draft ?? stored
  // Another user has reviewed it meanwhile.
  const conflict = draft !== null && (draft.base.judgement !== stored.judgement || draft.base.note !== stored.note)
  const stale = judge.error instanceof ApiError && (judge.error.status === 409 || judge.error.status === 412)
  const change = (patch: Partial<Entry>) => setDraft({ judgement, note, base: draft?.base ?? stored, ...patch })
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
  const drop = () => {
    setDraft(null)
    judge.reset()
  }
  useUnsaved(draft !== null, { part: judgementPart(result), survives: sameList, discard: drop })
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
      {conflict ? (
        <Alert severity="warning" sx={{ '& .MuiAlert-message': { minWidth: 0 } }}>
          {t('checklists.results.stale', { judgement: t(`checklists.judgement.${stored.judgement || 'none'}`), note: stored.note || t('common.notSet') })}
          <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: 'wrap', mt: 0.5 }}>
            <Button
              size="small"
              variant="outlined"
              onClick={() => {
                setDraft({ judgement, note, base: stored })
                judge.reset()
              }}
            >
              {t('unsaved.conflict.mine')}
            </Button>
            <Button size="small" variant="outlined" onClick={drop}>
              {t('unsaved.conflict.take')}
            </Button>
          </Stack>
        </Alert>
      ) : (
        stale && draft && <Alert severity="info">{t('unsaved.conflict.merged')}</Alert>
      )}
      <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <Button size="small" variant="contained" disabled={!draft || conflict} loading={judge.isPending} onClick={save}>
          {t('common.save')}
        </Button>
        {draft && (
          <Button size="small" color="inherit" onClick={drop}>
            {t('common.cancel')}
          </Button>
        )}
        {by}
      </Stack>
    </Stack>
  )
}
