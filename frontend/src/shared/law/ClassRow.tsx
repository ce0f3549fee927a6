import { Box, Typography } from '@mui/material'
import type { Input, Proof } from '@/shared/api/laws'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { UnfoldingRow } from '@/shared/ui/UnfoldingRow'
import { ProofView } from './ProofView'
import type { CategoryProofs, ClassProofs } from './tree'
import { VerdictChip } from './VerdictChip'
import { contentText, useClassName, useThresholdText } from './words'

/** A class of a law with its verdict; expands to the proofs. */
export function ClassRow({ category, of, onInput }: { category: CategoryProofs; of: ClassProofs; onInput?: (input: Input) => void }) {
  const { t } = useTranslation()
  const nameOf = useClassName()
  const summary = useSummary()
  // A class that applies is not described by the entries that do not.
  const deciding = of.proofs.filter(({ verdict }) => verdict === of.verdict)
  const name = nameOf(category.name, of.alone ? undefined : of.name)
  return (
    <UnfoldingRow
      title={name}
      summary={
        <Typography component="span" color="textSecondary" sx={{ fontSize: 'small', display: 'block', overflowWrap: 'anywhere' }}>
          {deciding.slice(0, 3).map(summary).filter(Boolean).join(t('common.listSeparator'))}
          {deciding.length > 3 && ` ${t('laws.more', { count: deciding.length - 3 })}`}
        </Typography>
      }
      aside={<VerdictChip verdict={of.verdict} />}
    >
      <Box sx={{ '& > div + div': { borderTop: 1, borderColor: 'divider' } }}>
        {of.proofs.map((proof, i) => (
          <ProofView key={`${proof.entry_id ?? ''}:${i}`} proof={proof} onInput={onInput} />
        ))}
      </Box>
    </UnfoldingRow>
  )
}

/** A proof as a short text: the substance of the law, its share and the threshold. */
export function useSummary() {
  const { t } = useTranslation()
  const locale = useLocale()
  const threshold = useThresholdText()
  return (proof: Proof): string => {
    const entry = locale === 'ja-JP' ? proof.entry || proof.entry_en : proof.entry_en || proof.entry
    const share = proof.share && contentText(proof.share, locale)
    const limit = proof.threshold && threshold(proof.threshold)
    if (!entry) return proof.reason.text ?? ''
    return [entry, share].filter(Boolean).join(' ') + (limit ? t('laws.summaryThreshold', { threshold: limit }) : '')
  }
}
