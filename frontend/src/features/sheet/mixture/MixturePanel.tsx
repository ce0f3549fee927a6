import { Alert, Box, Button, LinearProgress, Typography } from '@mui/material'
import { useState } from 'react'
import { type Mixture, type MixtureResult, useMixture } from '@/shared/api/mixture'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { contentText, useLawName } from '@/shared/law/words'
import { formatDate } from '@/shared/lib/format'
import { StatusChip, type StatusTone } from '@/shared/ui/StatusChip'
import { UnfoldingRow } from '@/shared/ui/UnfoldingRow'
import { useSheetContext } from '../context'
import { placeKey } from '../lib/fields'
import { StepView } from './StepView'
import { useCategoryName, useReasonText, useResultText } from './words'

const tones: Record<MixtureResult['match'], StatusTone> = { less_strict: 'warning', stricter: 'info', agrees: 'success', cannot_judge: 'neutral' }

/** The classification of the mixture from its ingredients, beside what section 2 states; a class unfolds to its arithmetic. */
export function MixturePanel() {
  const { t } = useTranslation()
  const { sheet } = useSheetContext()
  const { data, isPending, isError, refetch } = useMixture(sheet.id)
  if (isPending) return <LinearProgress aria-label={t('common.loading')} />
  if (isError && !data) {
    return (
      <Alert
        severity="error"
        action={
          <Button color="inherit" size="small" onClick={() => void refetch()}>
            {t('common.retry')}
          </Button>
        }
      >
        {t('mixture.failed')}
      </Alert>
    )
  }
  if (!data.mixture) return <Typography variant="body2">{t('mixture.none')}</Typography>
  return <Results mixture={data} />
}

function Results({ mixture }: { mixture: Mixture }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const [all, setAll] = useState(false)
  const differing = mixture.results.filter(({ match }) => match === 'less_strict' || match === 'stricter')
  const others = mixture.results.length - differing.length
  return (
    <Box>
      {mixture.rest && (
        <Typography variant="body2">{t('mixture.rest', { share: contentText(mixture.rest, locale) })}</Typography>
      )}
      {differing.length === 0 && <Typography variant="body2">{t('mixture.allAgree')}</Typography>}
      <Box component="ul" aria-label={t('mixture.title')} sx={{ listStyle: 'none', m: 0, p: 0, '& > li + li': { borderTop: 1, borderColor: 'line' } }}>
        {(all ? mixture.results : differing).map(result => (
          <ResultRow key={`${result.class}/${result.effect ?? ''}`} result={result} mixture={mixture} />
        ))}
      </Box>
      {others > 0 && (
        <Button size="small" onClick={() => setAll(!all)} aria-expanded={all}>
          {all ? t('mixture.hideOthers') : t('mixture.showOthers', { count: others })}
        </Button>
      )}
      <EuropeanFacts mixture={mixture} />
      <Typography variant="caption" component="p" color="textSecondary">
        {t('mixture.source', { day: formatDate(mixture.as_of, locale) })} {t('mixture.notice')}
      </Typography>
    </Box>
  )
}

/** What the European Union says of the ingredients, beside the calculation. */
function EuropeanFacts({ mixture }: { mixture: Mixture }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const nameOf = useLawName()
  const known = mixture.ingredients.filter(({ harmonised }) => harmonised.length > 0)
  if (known.length === 0) return null
  return (
    <Box component="section" aria-label={t('mixture.european', { day: formatDate(mixture.eu_as_of, locale) })} sx={{ my: 1 }}>
      <Typography variant="body2">{t('mixture.european', { day: formatDate(mixture.eu_as_of, locale) })}</Typography>
      {known.map(({ name, cas, harmonised }) => (
        <Typography key={`${name}/${cas.join()}`} variant="body2" color="textSecondary">
          {[name, ...harmonised.map(fact => [nameOf(fact.class), nameOf(fact.category)].filter(Boolean).join(' '))].join(' · ')}
        </Typography>
      ))}
    </Box>
  )
}

function ResultRow({ result, mixture }: { result: MixtureResult; mixture: Mixture }) {
  const { t } = useTranslation()
  const nameOf = useLawName()
  const category = useCategoryName()
  const calculated = useResultText()
  const name = [nameOf(result.class_name), result.effect && t(`mixture.effect.${result.effect}`)].filter(Boolean).join(' · ')
  return (
    <UnfoldingRow
      title={name}
      summary={
        <Typography component="span" color="textSecondary" sx={{ fontSize: 'small', display: 'flex', flexWrap: 'wrap', columnGap: 1.5 }}>
          <span>{t('mixture.result', { category: calculated(result) })}</span>
          <span>{t('mixture.stated', { category: category(result.stated, t('mixture.notStated')) })}</span>
        </Typography>
      }
      aside={<StatusChip tone={tones[result.match]} label={t(`mixture.match.${result.match}`)} />}
    >
      <Arithmetic result={result} mixture={mixture} />
    </UnfoldingRow>
  )
}

function Arithmetic({ result, mixture }: { result: MixtureResult; mixture: Mixture }) {
  const { t } = useTranslation()
  const { activate } = useSheetContext()
  const reason = useReasonText(mixture.ingredients)
  const differs = result.match === 'less_strict' || result.match === 'stricter'
  return (
    <Box sx={{ pb: 1 }}>
      {[...result.reasons.map(reason), ...(differs && result.explained ? [t('mixture.explained')] : [])].map(sentence => (
        <Typography key={sentence} sx={{ fontSize: 'small', overflowWrap: 'anywhere' }}>
          {sentence}
        </Typography>
      ))}
      {result.steps.length > 0 && (
        <Box component="ol" aria-label={t('mixture.steps')} sx={{ listStyle: 'none', m: 0, p: 0, '& > li + li': { borderTop: 1, borderColor: 'divider' } }}>
          {result.steps.map(step => (
            <StepView key={`${step.kind}:${step.category?.key ?? ''}:${step.property ?? ''}:${step.criterion}:${step.terms.map(({ ingredient }) => ingredient).join()}`} step={step} ingredients={mixture.ingredients} onField={(section, field) => activate(placeKey({ section, id: field }), 'key')} />
          ))}
        </Box>
      )}
    </Box>
  )
}
