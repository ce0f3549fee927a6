import { Box, ButtonBase, Stack, Typography } from '@mui/material'
import type { Input, Part, Proof } from '@/shared/api/laws'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { formatDate } from '@/shared/lib/format'
import { Hint } from '@/shared/ui/Hint'
import { VisibleIcon } from '@/shared/ui/icons/icons'
import { VerdictChip } from './VerdictChip'
import { contentText, useThresholdText } from './words'

/** The proof of a verdict. A click on an input shows its place in the PDF. */
export function ProofView({ proof, onInput }: { proof: Proof; onInput?: (input: Input) => void }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const entry = locale === 'ja-JP' ? proof.entry || proof.entry_en : proof.entry_en || proof.entry
  return (
    <Box sx={{ py: 1, fontSize: 'dense' }}>
      <Stack direction="row" useFlexGap sx={{ gap: 1, alignItems: 'baseline', flexWrap: 'wrap' }}>
        <VerdictChip verdict={proof.verdict} />
        {entry && (
          <Typography component="span" sx={{ fontSize: 'inherit', fontWeight: 600, minWidth: 0 }}>
            {entry}
          </Typography>
        )}
        {proof.statutory_number && (
          <Typography component="span" color="textSecondary" sx={{ fontSize: 'inherit' }}>
            {t('laws.proof.number', { number: proof.statutory_number })}
          </Typography>
        )}
      </Stack>
      {proof.reason.text && (
        <Typography sx={{ fontSize: 'inherit', mt: 0.5 }}>{proof.reason.text}</Typography>
      )}
      <Comparison proof={proof} />
      {(proof.inputs?.length ?? 0) > 0 && (
        <Box sx={{ mt: 0.75 }}>
          <Inputs inputs={proof.inputs ?? []} onInput={onInput} />
        </Box>
      )}
      <Grounds proof={proof} />
    </Box>
  )
}

/** The ingredients with their shares, their sum, and the threshold. */
function Comparison({ proof }: { proof: Proof }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const threshold = useThresholdText()
  const { parts = [], share, threshold: limit, element, missing = [] } = proof
  return (
    <>
      {parts.length > 0 && (
        <Box component="ul" aria-label={t('laws.proof.parts')} sx={{ listStyle: 'none', m: 0, mt: 0.5, p: 0 }}>
          {parts.map(part => (
            <PartLine key={`${part.row}:${part.cas ?? ''}`} part={part} element={element} />
          ))}
        </Box>
      )}
      <Terms
        items={[
          [t(element ? 'laws.proof.elementShare' : 'laws.proof.share', { element }), share && (contentText(share, locale) || t('laws.proof.notStated'))],
          [t('laws.proof.threshold'), limit && threshold(limit)],
          [t('laws.proof.missing'), missing.length > 0 && missing.map(what => t(`laws.missing.${what}`, { defaultValue: what })).join(t('common.listSeparator'))],
        ]}
      />
    </>
  )
}

function PartLine({ part, element }: { part: Part; element: string | undefined }) {
  const { t } = useTranslation()
  const locale = useLocale()
  return (
    <Box component="li" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, py: 0.25, borderBottom: 1, borderColor: 'line' }}>
      <Box component="span" sx={{ flex: '1 1 12em', minWidth: 0 }}>
        {part.name || part.cas || t('laws.proof.unnamed', { number: part.row + 1 })}
      </Box>
      {part.cas && part.name && <Box component="span" sx={{ whiteSpace: 'nowrap', color: 'text.secondary' }}>{part.cas}</Box>}
      <Box component="span" sx={{ whiteSpace: 'nowrap', color: 'text.secondary' }}>{t(`laws.how.${part.how}`)}</Box>
      <Box component="span" sx={{ whiteSpace: 'nowrap', minWidth: '6em', textAlign: 'right', fontVariantNumeric: 'tabular-nums' }}>
        {contentText(part.share, locale) || t('laws.proof.notStated')}
        {part.factor !== undefined && part.factor !== 1 && element && ` × ${t('laws.proof.factor', { element, factor: part.factor.toFixed(3) })}`}
      </Box>
    </Box>
  )
}

/** The evaluated values of the sheet. */
export function Inputs({ inputs, onInput }: { inputs: readonly Input[]; onInput: ((input: Input) => void) | undefined }) {
  const { t } = useTranslation()
  return (
    <Stack direction="row" useFlexGap sx={{ gap: 0.5, flexWrap: 'wrap', alignItems: 'center' }}>
      <Typography component="span" color="textSecondary" sx={{ fontSize: 'small' }}>
        {t('laws.proof.inputs')}
      </Typography>
      {inputs.map(input => (
        <InputButton key={`${input.section}:${input.field}`} input={input} onInput={onInput} />
      ))}
    </Stack>
  )
}

function InputButton({ input, onInput }: { input: Input; onInput: ((input: Input) => void) | undefined }) {
  const { t } = useTranslation()
  const key = input.field.split('/').at(-1) ?? input.field
  const name = `${input.section}. ${t(`sds.field.${key}`, { defaultValue: key })}`
  const state = input.state && input.state !== 'machine' ? t(`laws.state.${input.state}`, { defaultValue: '' }) : ''
  const label = [input.text ? t('laws.proof.input', { name, text: input.text }) : name, state].filter(Boolean).join(' · ')
  const look = { fontSize: 'small', px: 0.75, py: 0.125, borderRadius: 1, border: 1, borderColor: 'divider', maxWidth: '100%', overflow: 'hidden', textOverflow: 'ellipsis', textAlign: 'left' } as const
  if (!onInput) {
    return (
      <Box component="span" sx={look}>
        {label}
      </Box>
    )
  }
  return (
    <Hint describeChild title={t('laws.proof.showPlace')}>
      <ButtonBase onClick={() => onInput(input)} sx={{ ...look, fontFamily: 'inherit', gap: 0.5, color: 'primary.dark', bgcolor: 'background.paper', '&:hover': { bgcolor: 'secondary.light' }, '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main' } }}>
        <VisibleIcon sx={{ fontSize: 14 }} />
        {label}
      </ButtonBase>
    </Hint>
  )
}

/** The list with its version and publisher, and the quality of its source. */
function Grounds({ proof }: { proof: Proof }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const day = (text: string | undefined) => (text ? formatDate(text, locale) || text : '')
  const source = proof.source && (proof.source_as_of ? t('laws.proof.asOf', { source: proof.source, asOf: day(proof.source_as_of) }) : proof.source)
  return (
    <Terms
      quiet
      items={[
        [t('laws.proof.article'), proof.article],
        [t('laws.proof.version'), day(proof.version)],
        [t('laws.proof.from'), proof.effective_from !== proof.version && day(proof.effective_from)],
        [t('laws.proof.transition'), day(proof.transition_to)],
        [t('laws.proof.source'), source],
        [t('laws.proof.confidence'), proof.confidence && t(`laws.confidence.${proof.confidence}`)],
      ]}
    />
  )
}

/** Names and values as running text; those without a value are left out. */
function Terms({ items, quiet = false }: { items: readonly (readonly [name: string, value: string | false | undefined])[]; quiet?: boolean }) {
  const shown = items.filter(([, value]) => value)
  if (shown.length === 0) return null
  return (
    <Box component="dl" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, rowGap: 0.25, m: 0, mt: 0.75, fontSize: quiet ? 'small' : 'inherit' }}>
      {shown.map(([name, value]) => (
        <Box key={name} sx={{ display: 'flex', gap: 0.75, minWidth: 0 }}>
          <Box component="dt" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
            {name}
          </Box>
          <Box component="dd" sx={{ m: 0, minWidth: 0, overflowWrap: 'anywhere', fontWeight: quiet ? 400 : 600, color: quiet ? 'text.secondary' : 'text.primary' }}>
            {value}
          </Box>
        </Box>
      ))}
    </Box>
  )
}
