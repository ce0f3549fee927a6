import { Box, Button, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import type { Comparison, Input } from '@/shared/api/laws'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { Inputs } from '@/shared/law/ProofView'
import { useLawName } from '@/shared/law/words'
import { StatusChip, type StatusTone } from '@/shared/ui/StatusChip'

const tones: Record<Comparison['outcome'], StatusTone> = { found_not_stated: 'warning', outdated: 'warning', stated_not_found: 'info', not_judged: 'neutral', agrees: 'success' }
const order = Object.keys(tones) as Comparison['outcome'][]

/** The statements of section 15 beside the verdicts: differences first, agreements folded. */
export function LawComparison({ comparison, onInput }: { comparison: readonly Comparison[]; onInput: (input: Input) => void }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const sorted = comparison.toSorted((a, b) => order.indexOf(a.outcome) - order.indexOf(b.outcome))
  const differing = sorted.filter(({ outcome }) => outcome !== 'agrees')
  const agreeing = sorted.length - differing.length
  if (sorted.length === 0) return null
  return (
    <Box sx={{ mt: 1, pt: 1, borderTop: 1, borderColor: 'divider' }}>
      <Typography component="h4" sx={{ fontSize: 'dense', fontWeight: 600, px: 0.5 }}>
        {t('laws.comparison.title')}
      </Typography>
      {differing.length === 0 && (
        <Typography variant="body2" sx={{ px: 0.5, py: 0.5 }}>
          {t('laws.comparison.allAgree')}
        </Typography>
      )}
      <Box component="ul" aria-label={t('laws.comparison.title')} sx={{ listStyle: 'none', m: 0, p: 0, '& > li + li': { borderTop: 1, borderColor: 'line' } }}>
        {(open ? sorted : differing).map(one => (
          <ComparisonLine key={one.class_key} comparison={one} onInput={onInput} />
        ))}
      </Box>
      {agreeing > 0 && (
        <Button size="small" onClick={() => setOpen(!open)} aria-expanded={open}>
          {t(open ? 'laws.comparison.hideAgreeing' : 'laws.comparison.showAgreeing', { count: agreeing })}
        </Button>
      )}
    </Box>
  )
}

function ComparisonLine({ comparison: { outcome, stated = [], note, ...named }, onInput }: { comparison: Comparison; onInput: (input: Input) => void }) {
  const { t } = useTranslation()
  const nameOf = useLawName()
  const names = [nameOf(named.law_name), nameOf(named.category_name), named.class_code !== 'DEFAULT' && nameOf(named.class_name)].filter(Boolean)
  const inputs = stated.flatMap(({ input, text }) => (input ? [{ ...input, text: input.text || text }] : []))
  return (
    <Box component="li" sx={{ px: 0.5, py: 0.75 }}>
      <Stack direction="row" useFlexGap sx={{ gap: 1, alignItems: 'baseline', flexWrap: 'wrap' }}>
        <StatusChip tone={tones[outcome]} label={t(`laws.outcome.${outcome}`)} />
        <Typography component="span" sx={{ fontSize: 'dense', minWidth: 0 }}>
          {names.join(t('laws.pathSeparator'))}
        </Typography>
      </Stack>
      {note.text && (
        <Typography color="textSecondary" sx={{ fontSize: 'small', mt: 0.25 }}>
          {note.text}
        </Typography>
      )}
      {inputs.length > 0 && (
        <Box sx={{ mt: 0.5 }}>
          <Inputs inputs={inputs} onInput={onInput} />
        </Box>
      )}
    </Box>
  )
}
