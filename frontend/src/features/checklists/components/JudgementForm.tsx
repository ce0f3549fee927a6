import { Alert, Button, Stack, Typography } from '@mui/material'
import { useMemo } from 'react'
import type { Path } from 'react-router'
import { type Judgement, type Result, readResult, useResultChanges } from '@/shared/api/checklists'
import { useFormRecord } from '@/shared/api/me'
import { Review as rules } from '@/shared/api/rules'
import { keyIn } from '@/shared/i18n/keys'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { formatDateTime } from '@/shared/lib/format'
import { searchWithoutSheet } from '@/shared/lib/openSheet'
import { type Stored, useRecordForm } from '@/shared/lib/recordForm'
import { text, z } from '@/shared/lib/validation'
import { FormConflicts } from '@/shared/ui/FormConflicts'
import { FormField } from '@/shared/ui/FormField'
import { FormRadio } from '@/shared/ui/FormChoice'
import { notify } from '@/shared/ui/notify'
import { useFocusKept } from '@/shared/ui/useFocusKept'

const schema = z.object({ judgement: z.enum(['', 'applies', 'does_not_apply', 'on_hold']), note: text(rules.note) })
type Review = z.infer<typeof schema>

const storedOf = ({ version, judgement, note }: Result): Stored<Review> => ({ version, values: { judgement: judgement ?? '', note } })

/** The form's part of the screen. */
export const judgementPart = ({ id }: Pick<Result, 'id'>) => `judgement:${id}`
export const isJudgementPart = (part: string) => part.startsWith('judgement:')

/** Opening a sheet over the list keeps the form; another page, filter or order does not. */
const sameList = (from: Path, to: Path) => from.pathname === to.pathname && searchWithoutSheet(from) === searchWithoutSheet(to)

const choices: readonly Judgement[] = ['applies', 'does_not_apply', 'on_hold', '']

/** A user's review of a sheet on a checklist. Input is kept on a conflict. */
export function JudgementForm({ listId, result, mayEdit }: { listId: string; result: Result; mayEdit: boolean }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const { judge } = useResultChanges(listId)
  // Once it is saved, the button is disabled.
  const kept = useFocusKept<HTMLFormElement>()
  const stored = useMemo(() => storedOf(result), [result])
  const edit = useRecordForm<Review>({
    part: judgementPart(result),
    record: useFormRecord('judgement', `${listId}:${result.id}`),
    survives: sameList,
    stored,
    schema,
    save: async (change, version) => {
      const saved = await judge.mutateAsync({ result: { ...result, version }, change })
      notify({ key: 'checklists.results.judged', color: 'success' })
      return storedOf(saved)
    },
    read: async () => {
      const now = await readResult(listId, result.id)
      return now && storedOf(now)
    },
  })
  const by = result.judged_at && (
    <Typography variant="caption" component="p" color="textSecondary">
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
    <Stack component="form" tabIndex={-1} {...kept} noValidate onSubmit={edit.submit} aria-label={t('checklists.results.judgementOf', { name: result.sheet.name })} sx={{ gap: 1, alignItems: 'stretch' }}>
      {result.ground_changed && (
        <Alert severity="warning" sx={{ py: 0 }}>
          {t('checklists.results.changedHelp')}
        </Alert>
      )}
      <FormRadio
        control={edit.control}
        name="judgement"
        label={t('checklists.results.judgement')}
        row
        options={choices.map(choice => ({ value: choice, label: t(`checklists.judgement.${choice || 'none'}`) }))}
      />
      <FormField control={edit.control} name="note" label={t('checklists.results.note')} multiline minRows={2} maxRows={6} sx={{ bgcolor: 'background.paper' }} />
      <FormConflicts
        edit={edit}
        labels={{ judgement: t('checklists.results.judgement'), note: t('checklists.results.note') }}
        text={(value: string, name) => (name === 'judgement' ? t(keyIn('checklists.judgement', value || 'none')) : value)}
      />
      <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <Button type="submit" size="small" variant="contained" disabled={!edit.dirty || edit.blocked} loading={edit.saving}>
          {t('common.save')}
        </Button>
        {edit.dirty && (
          <Button size="small" color="inherit" onClick={edit.discard}>
            {t('common.cancel')}
          </Button>
        )}
        {by}
      </Stack>
    </Stack>
  )
}
