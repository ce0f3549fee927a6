import { Box, ButtonBase, Collapse, Typography } from '@mui/material'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Input, Proof } from '@/shared/api/laws'
import { useLocale } from '@/shared/i18n/useLocale'
import { NextIcon } from '@/shared/ui/icons/icons'
import { ProofView } from './ProofView'
import type { CategoryProofs, ClassProofs } from './tree'
import { VerdictChip } from './VerdictChip'
import { contentText, useLawName, useThresholdText } from './words'

/** A class of a law with its verdict; expands to the proofs. */
export function ClassRow({ category, of, onInput }: { category: CategoryProofs; of: ClassProofs; onInput?: (input: Input) => void }) {
  const { t } = useTranslation()
  const nameOf = useLawName()
  const summary = useSummary()
  const [open, setOpen] = useState(false)
  const bodyId = useId()
  const category_ = nameOf(category.name)
  // A class that applies is not described by the entries that do not.
  const deciding = of.proofs.filter(({ verdict }) => verdict === of.verdict)
  const name = of.alone || !nameOf(of.name) ? category_ : t('laws.className', { category: category_, name: nameOf(of.name) })
  return (
    <Box component="li">
      <ButtonBase
        onClick={() => setOpen(!open)}
        aria-expanded={open}
        aria-controls={open ? bodyId : undefined}
        sx={{
          display: 'grid',
          gridTemplateColumns: '16px minmax(0, 1fr) auto',
          columnGap: 1,
          width: '100%',
          textAlign: 'left',
          fontFamily: 'inherit',
          alignItems: 'start',
          px: 0.75,
          py: 0.625,
          borderRadius: 1,
          '&:hover': { bgcolor: 'secondary.light' },
          '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -2 },
        }}
      >
        <NextIcon sx={{ fontSize: 16, mt: 0.375, color: 'text.secondary', transform: open ? 'rotate(90deg)' : 'none', transition: 'transform 120ms' }} />
        <Box component="span" sx={{ minWidth: 0 }}>
          <Typography component="span" sx={{ fontSize: 'normal', display: 'block' }}>
            {name}
          </Typography>
          <Typography component="span" color="textSecondary" sx={{ fontSize: 'small', display: 'block', overflowWrap: 'anywhere' }}>
            {deciding.slice(0, 3).map(summary).filter(Boolean).join(t('common.listSeparator'))}
            {deciding.length > 3 && ` ${t('laws.more', { count: deciding.length - 3 })}`}
          </Typography>
        </Box>
        <VerdictChip verdict={of.verdict} />
      </ButtonBase>
      <Collapse in={open} unmountOnExit>
        <Box id={bodyId} sx={{ pl: { xs: 1, sm: 3.5 }, pr: 0.75, '& > div + div': { borderTop: 1, borderColor: 'divider' } }}>
          {of.proofs.map((proof, i) => (
            <ProofView key={`${proof.entry_id ?? ''}:${i}`} proof={proof} onInput={onInput} />
          ))}
        </Box>
      </Collapse>
    </Box>
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
