import { Alert, Box, Button, Collapse, LinearProgress, Stack, Typography } from '@mui/material'
import { useId, useMemo, useState } from 'react'
import { type Input, type Verdict, announcedDays, useLaws, useSheetLaws } from '@/shared/api/laws'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { formatDate } from '@/shared/lib/format'
import { AsOf } from '@/shared/law/AsOf'
import { ClassRow } from '@/shared/law/ClassRow'
import { type LawProofs, byLaw, countClasses, withVerdicts } from '@/shared/law/tree'
import { VerdictChip } from '@/shared/law/VerdictChip'
import { useLawName } from '@/shared/law/words'
import { ExpandIcon } from '@/shared/ui/icons/icons'
import { useSheetContext } from '../context'
import { placeKey } from '../lib/fields'
import { LawComparison } from './LawComparison'
import { LawDuties } from './LawDuties'
import { LawNumbers } from './LawNumbers'
import { LawQuestions } from './LawQuestions'

/** What matters first; the rest is folded. */
const first = ['applies', 'requires_context', 'scheduled'] as const satisfies readonly Verdict[]
const folded = ['unknown', 'below_threshold', 'not_listed'] as const satisfies readonly Verdict[]

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
  const relevant = useMemo(() => withVerdicts(laws, first), [laws])
  const show = (input: Input) => activate(placeKey({ section: input.section, id: input.field }), 'key')
  return (
    <Box role="region" aria-label={t('laws.title')} sx={{ overflowY: 'auto', flexGrow: 1, minHeight: 0 }}>
      <Stack direction="row" useFlexGap sx={{ gap: 1, px: { xs: 1.5, sm: 2 }, py: 1, alignItems: 'center', justifyContent: 'space-between', flexWrap: 'wrap' }}>
        <Typography component="h3" variant="h3" sx={{ fontSize: 'medium', color: 'primary.dark' }}>
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
        <Box sx={{ px: { xs: 0.75, sm: 1.25 }, pb: 2 }}>
          <Stack direction="row" useFlexGap sx={{ gap: 0.75, flexWrap: 'wrap', alignItems: 'center', px: 0.75, pb: 0.5 }}>
            {first.map(verdict => {
              const count = counts[verdict]
              return count ? <VerdictChip key={verdict} verdict={verdict} count={count} explained /> : null
            })}
            {relevant.length === 0 && <Typography variant="body2">{t('laws.nothing')}</Typography>}
          </Stack>
          {relevant.map(law => (
            <LawBlock key={law.key} law={law} onInput={show} />
          ))}
          <LawDuties duties={data.duties ?? []} />
          <LawQuestions verdicts={data.verdicts ?? []} />
          {folded.map(verdict => (
            <Folded key={verdict} verdict={verdict} laws={withVerdicts(laws, [verdict])} count={counts[verdict] ?? 0} onInput={show} />
          ))}
          <Stack direction="row" useFlexGap sx={{ gap: 1, alignItems: 'center', justifyContent: 'space-between', flexWrap: 'wrap', mt: 0.5 }}>
            <Button size="small" onClick={() => setAll(!all)} aria-expanded={all}>
              {t(all ? 'laws.hideNotListed' : 'laws.showNotListed')}
            </Button>
            <Typography variant="caption" color="textSecondary">
              {t('laws.judgedOn', { day: formatDate(data.as_of, locale) })}
            </Typography>
          </Stack>
          <LawNumbers numbers={data.numbers} />
          <LawComparison comparison={data.comparison} onInput={show} />
          <Typography variant="caption" component="p" color="textSecondary" sx={{ mt: 1, px: 0.75 }}>
            {t('laws.notice')}
          </Typography>
        </Box>
      )}
    </Box>
  )
}

/** The classes of a verdict that decides nothing, unfolded on demand; each states its reason. */
function Folded({ verdict, laws, count, onInput }: { verdict: (typeof folded)[number]; laws: readonly LawProofs[]; count: number; onInput: (input: Input) => void }) {
  const { t } = useTranslation()
  const id = useId()
  // What was just asked for is not folded again.
  const [open, setOpen] = useState(verdict === 'not_listed')
  if (count === 0) return null
  return (
    <Box sx={{ mt: 1, borderTop: 1, borderColor: 'divider', pt: 0.5 }}>
      <Button
        size="small"
        color="inherit"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        endIcon={<ExpandIcon sx={{ transform: open ? 'rotate(180deg)' : 'none' }} />}
        sx={{ color: 'text.secondary' }}
      >
        {t(`record.laws.${verdict}`, { count })}
      </Button>
      <Collapse in={open} unmountOnExit>
        <Box id={id}>
          <Typography variant="caption" component="p" color="textSecondary" sx={{ px: 0.75 }}>
            {t(`laws.verdictHelp.${verdict}`)}
          </Typography>
          {laws.map(law => (
            <LawBlock key={law.key} law={law} onInput={onInput} />
          ))}
        </Box>
      </Collapse>
    </Box>
  )
}

function LawBlock({ law, onInput }: { law: LawProofs; onInput: (input: Input) => void }) {
  const nameOf = useLawName()
  return (
    <Box sx={{ mt: 0.75 }}>
      <Typography component="h4" sx={{ fontSize: 'dense', fontWeight: 600, color: 'text.secondary', px: 0.75 }}>
        {nameOf(law.name)}
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {law.categories.flatMap(category => category.classes.map(one => <ClassRow key={one.key} category={category} of={one} onInput={onInput} />))}
      </Box>
    </Box>
  )
}
