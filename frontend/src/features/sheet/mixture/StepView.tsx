import { Box, ButtonBase, Typography } from '@mui/material'
import type { MixtureIngredient, MixtureStep, MixtureTerm } from '@/shared/api/mixture'
import { keyIn } from '@/shared/i18n/keys'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { contentText } from '@/shared/law/words'
import { StatusChip, type StatusTone } from '@/shared/ui/StatusChip'
import { rangeText, signs, unitText, useCategoryName, useIngredientName, useStepValue } from './words'

const tones: Record<MixtureStep['outcome'], StatusTone> = { met: 'warning', open: 'info', not_met: 'neutral' }

/** One condition of a class: the ingredients with their contents and facts, the result, and the limit. */
export function StepView({ step, ingredients, onField }: { step: MixtureStep; ingredients: readonly MixtureIngredient[]; onField: (section: number, id: string) => void }) {
  const { t } = useTranslation()
  const value = useStepValue()
  const category = useCategoryName()
  const locale = useLocale()
  const threshold = `${step.threshold}${unitText(step.unit)}`
  const op = signs[step.op]
  const unknown = step.unknown && contentText(step.unknown, locale)
  const calculated = () => {
    const { kind, property, corrected } = step
    if (kind === 'property') return t('mixture.step.property', { property: t(keyIn('sds.field', property ?? '')), value: value(step) })
    if (kind === 'estimate' && corrected) return t('mixture.step.corrected', { unknown, value: value(step) })
    return t(keyIn('mixture.step', kind), { value: value(step) })
  }
  return (
    <Box component="li" sx={{ py: 0.75, fontSize: 'dense' }}>
      {step.terms.length > 0 && (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {step.terms.map(term => (
            <TermLine key={term.ingredient} term={term} step={step} ingredients={ingredients} onField={onField} />
          ))}
        </Box>
      )}
      {unknown && !step.corrected && (
        <Typography color="textSecondary" sx={{ fontSize: 'small' }}>
          {t('mixture.step.unknown', { unknown })}
        </Typography>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1, rowGap: 0.25, alignItems: 'baseline', mt: 0.25 }}>
        <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {step.field ? (
            <Link onClick={() => onField(9, step.field ?? '')}>{calculated()}</Link>
          ) : (
            calculated()
          )}
        </Box>
        <Box component="span" sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
          {step.category ? t('mixture.step.condition', { op, threshold, category: category(step.category, '') }) : t('mixture.step.none', { op, threshold })}
        </Box>
        <StatusChip tone={tones[step.outcome]} label={t(`mixture.outcome.${step.outcome}`)} />
        <Typography component="span" color="textSecondary" sx={{ fontSize: 'small' }}>
          {t('mixture.criterion', { criterion: step.criterion })}
        </Typography>
      </Box>
    </Box>
  )
}

function TermLine({ term, step, ingredients, onField }: { term: MixtureTerm; step: MixtureStep; ingredients: readonly MixtureIngredient[]; onField: (section: number, id: string) => void }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const name = useIngredientName(ingredients)
  const fact = useFactText()
  const ingredient = ingredients[term.ingredient]
  const share = (ingredient && contentText(ingredient.share, locale)) || t('mixture.step.notStated')
  const weighed = () => {
    const { weight = 0, weight_high: high } = term
    if (step.kind !== 'sum') return share
    if (high === undefined) return t('mixture.term.openWeight', { share, weight })
    return t('mixture.term.weight', { share, weight: rangeText(Math.min(weight, high), Math.max(weight, high)) })
  }
  const field = ingredient?.fields[0]
  return (
    <Box component="li" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, py: 0.25, borderBottom: 1, borderColor: 'line' }}>
      <Box component="span" sx={{ flex: '1 1 10em', minWidth: 0, overflowWrap: 'anywhere' }}>
        {field ? <Link onClick={() => onField(3, field)}>{name(term.ingredient)}</Link> : name(term.ingredient)}
      </Box>
      <Box component="span" sx={{ color: 'text.secondary', minWidth: 0 }}>{fact(term, step)}</Box>
      <Box component="span" sx={{ whiteSpace: 'nowrap', minWidth: '6em', textAlign: 'right', fontVariantNumeric: 'tabular-nums' }}>{weighed()}</Box>
    </Box>
  )
}

/** What is known of an ingredient, with its source. */
function useFactText() {
  const { t } = useTranslation()
  const category = useCategoryName()
  return (term: MixtureTerm, step: MixtureStep): string => {
    const none = t('mixture.noCategory')
    const own = [category(term.category, none), term.category_high && category(term.category_high, none)].filter(Boolean).join('–')
    const parts = [own]
    if (step.kind === 'estimate' && term.ate_low) {
      const high = term.ate_high
      const value = high === undefined ? `${rangeText(term.ate_low, term.ate_low, step.unit)}, ${t('mixture.term.notToxic')}` : rangeText(term.ate_low, high, step.unit)
      parts.push(t(term.converted ? 'mixture.term.converted' : 'mixture.term.ate', { value }))
    }
    parts.push(t(`mixture.term.${term.source}`))
    return parts.join(' · ')
  }
}

/** A part of a line that shows its place in the PDF. */
function Link({ children, onClick }: { children: React.ReactNode; onClick: () => void }) {
  return (
    <ButtonBase
      onClick={onClick}
      sx={{ fontFamily: 'inherit', fontSize: 'inherit', textAlign: 'left', color: 'primary.dark', textDecoration: 'underline', textUnderlineOffset: 3, borderRadius: 0.5, '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main' } }}
    >
      {children}
    </ButtonBase>
  )
}
