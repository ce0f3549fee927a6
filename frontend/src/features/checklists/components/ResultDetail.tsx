import { Alert, Box, Button, Stack, Typography } from '@mui/material'
import { useMemo } from 'react'
import { type Result, useResultChanges } from '@/shared/api/checklists'
import type { Input } from '@/shared/api/laws'
import { errorText } from '@/shared/api/report'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { formatDateTime } from '@/shared/lib/format'
import { ClassRow } from '@/shared/law/ClassRow'
import { byLaw } from '@/shared/law/tree'
import { useLawName } from '@/shared/law/words'
import { RefreshIcon } from '@/shared/ui/icons/icons'
import { notify } from '@/shared/ui/notify'
import { useFocusKept } from '@/shared/ui/useFocusKept'
import { JudgementForm } from './JudgementForm'

/** The proofs of a sheet on a checklist, and its review. `left`: it is on the list for its unsaved review only. */
export function ResultDetail({ listId, result, left, mayEdit, onOpen }: { listId: string; result: Result; left: boolean; mayEdit: boolean; onOpen: (sheetId: string, at?: string) => void }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const nameOf = useLawName()
  // While one is at work, it is disabled.
  const kept = useFocusKept<HTMLDivElement>(part => part.querySelector<HTMLElement>('button:not(:disabled)'))
  const { recheck, exclude, judge } = useResultChanges(listId)
  // A new check returns the places in the PDF as well.
  const proofs = recheck.data?.proofs ?? result.proofs
  const laws = useMemo(() => byLaw(proofs ?? []), [proofs])
  const checkedAt = recheck.data?.checked_at ?? result.checked_at
  const show = (input: Input) => onOpen(result.id, `${input.section}:${input.field}`)
  const putBack = () =>
    judge.mutate(
      { result, change: { judgement: result.judgement || '', note: result.note, excluded: false } },
      {
        onSuccess: () => void notify({ key: 'checklists.results.putBackDone', color: 'success' }),
        onError: error => void notify({ text: errorText(error, 'update'), color: 'error' }),
      },
    )
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 3fr) minmax(260px, 2fr)' }, gap: 2 }}>
      {left && (
        <Alert severity="info" sx={{ gridColumn: '1 / -1' }}>
          {t('checklists.results.left')}
        </Alert>
      )}
      <Box sx={{ minWidth: 0 }}>
        {laws.map(law => (
          <Box key={law.key} sx={{ mb: 0.5 }}>
            <Typography component="h2" sx={{ fontSize: 'dense', fontWeight: 600, color: 'text.secondary', px: 0.75 }}>
              {nameOf(law.name) || t('checklists.results.ownSubstances')}
            </Typography>
            <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
              {law.categories.flatMap(category => category.classes.map(one => <ClassRow key={one.key} category={category} of={one} onInput={show} />))}
            </Box>
          </Box>
        ))}
        <Stack direction="row" {...kept} useFlexGap sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap', mt: 1 }}>
          <Button size="small" startIcon={<RefreshIcon />} loading={recheck.isPending} onClick={() => recheck.mutate(result.id)}>
            {t('checklists.results.recheck')}
          </Button>
          <Button size="small" onClick={() => onOpen(result.id)}>
            {t('checklists.results.openSheet')}
          </Button>
          {mayEdit &&
            (result.excluded ? (
              <Button size="small" loading={judge.isPending} onClick={putBack}>
                {t('checklists.results.putBack')}
              </Button>
            ) : (
              <Button size="small" color="inherit" loading={exclude.isPending} onClick={() => exclude.mutate(result, { onSuccess: () => void notify({ key: 'checklists.results.excludedDone', color: 'success' }) })}>
                {t('checklists.results.exclude')}
              </Button>
            ))}
          <Typography variant="caption" color="textSecondary" role="status">
            {checkedAt && t('checklists.results.checkedAt', { at: formatDateTime(checkedAt, locale) })}
          </Typography>
        </Stack>
      </Box>
      <JudgementForm listId={listId} result={result} mayEdit={mayEdit} />
    </Box>
  )
}
