import { Alert, Box, Button, LinearProgress, Stack, Typography } from '@mui/material'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Input, announcedDays, useLaws, useSheetLaws, verdicts } from '@/shared/api/laws'
import { useLocale } from '@/shared/i18n/useLocale'
import { formatDate } from '@/shared/lib/format'
import { AsOf } from '@/shared/law/AsOf'
import { ClassRow } from '@/shared/law/ClassRow'
import { type LawProofs, byLaw, countClasses } from '@/shared/law/tree'
import { VerdictChip } from '@/shared/law/VerdictChip'
import { useLawName } from '@/shared/law/words'
import { useSheetContext } from '../context'
import { placeKey } from '../lib/fields'
import { LawComparison } from './LawComparison'

/** The laws that apply to the product, with the proof of each verdict, compared with the statements of section 15. */
export function LawPanel() {
  const { t } = useTranslation()
  const locale = useLocale()
  const { sheet, activate } = useSheetContext()
  const [asOf, setAsOf] = useState('')
  const [all, setAll] = useState(false)
  const { data, isPending, isError, isPlaceholderData, refetch } = useSheetLaws(sheet.id, asOf, all)
  const { data: tree } = useLaws()
  const laws = useMemo(() => byLaw(data?.verdicts ?? []), [data])
  const counts = useMemo(() => countClasses(laws), [laws])
  const show = (input: Input) => activate(placeKey({ section: input.section, id: input.field }), 'key')
  return (
    <Box role="region" aria-label={t('laws.title')} sx={{ mt: 1.5, mb: 1, border: 1, borderColor: 'divider', borderRadius: 1, overflow: 'hidden' }}>
      <Stack direction="row" useFlexGap sx={{ gap: 1, px: 1.5, py: 1, alignItems: 'center', justifyContent: 'space-between', flexWrap: 'wrap', bgcolor: 'wash' }}>
        <Typography component="h4" variant="h3" sx={{ fontSize: 'normal' }}>
          {t('laws.title')}
        </Typography>
        <AsOf value={asOf} onChange={setAsOf} announced={announcedDays(tree)} label={t('laws.asOf')} />
      </Stack>
      <Box sx={{ height: 4 }}>{(isPending || isPlaceholderData) && <LinearProgress aria-label={t('common.loading')} />}</Box>
      {isError && !data && (
        <Alert
          severity="error"
          sx={{ borderRadius: 0 }}
          action={
            <Button color="inherit" size="small" onClick={() => void refetch()}>
              {t('common.retry')}
            </Button>
          }
        >
          {t('laws.failed')}
        </Alert>
      )}
      {data && (
        <Box sx={{ px: { xs: 0.75, sm: 1 }, pb: 1 }}>
          <Stack direction="row" useFlexGap sx={{ gap: 0.75, flexWrap: 'wrap', alignItems: 'center', px: 0.5, pb: 0.5 }}>
            {verdicts.map(verdict => {
              const count = counts[verdict]
              return count ? <VerdictChip key={verdict} verdict={verdict} count={count} explained /> : null
            })}
            {laws.length === 0 && <Typography variant="body2">{t('laws.nothing')}</Typography>}
          </Stack>
          {laws.map(law => (
            <LawBlock key={law.key} law={law} onInput={show} />
          ))}
          <Stack direction="row" useFlexGap sx={{ gap: 1, alignItems: 'center', justifyContent: 'space-between', flexWrap: 'wrap', mt: 0.5 }}>
            <Button size="small" onClick={() => setAll(!all)} aria-expanded={all}>
              {t(all ? 'laws.hideNotListed' : 'laws.showNotListed')}
            </Button>
            <Typography variant="caption" color="textSecondary">
              {t('laws.judgedOn', { day: formatDate(data.as_of, locale) })}
            </Typography>
          </Stack>
          <LawComparison comparison={data.comparison} onInput={show} />
          <Typography variant="caption" component="p" color="textSecondary" sx={{ mt: 1, px: 0.5 }}>
            {t('laws.notice')}
          </Typography>
        </Box>
      )}
    </Box>
  )
}

function LawBlock({ law, onInput }: { law: LawProofs; onInput: (input: Input) => void }) {
  const nameOf = useLawName()
  return (
    <Box sx={{ mt: 0.75 }}>
      <Typography component="h5" sx={{ fontSize: 'dense', fontWeight: 600, color: 'text.secondary', px: 0.75 }}>
        {nameOf(law.name)}
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {law.categories.flatMap(category => category.classes.map(one => <ClassRow key={one.key} category={category} of={one} onInput={onInput} />))}
      </Box>
    </Box>
  )
}
