import { IconButton, Stack, Typography } from '@mui/material'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { formatNumber } from '@/shared/lib/format'
import type { SheetSteps as Steps } from '@/shared/lib/sheetSequence'
import { Hint } from '@/shared/ui/Hint'
import { NextIcon, PreviousIcon } from '@/shared/ui/icons/icons'

/** The sheet's place in the list it was opened from, and the ways to its neighbours. */
export function SheetSteps({ steps: { position, total, toPrevious, toNext } }: { steps: Steps }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const step = (name: 'previous' | 'next', go: (() => void) | undefined, Icon: typeof NextIcon) => (
    <Hint title={t(`record.steps.${name}Key`)}>
      <span>
        <IconButton size="small" aria-label={t(`record.steps.${name}`)} disabled={!go} onClick={go}>
          <Icon fontSize="small" />
        </IconButton>
      </span>
    </Hint>
  )
  return (
    <Stack direction="row" role="group" aria-label={t('record.steps.label')} sx={{ alignItems: 'center', flexShrink: 0 }}>
      {step('previous', toPrevious, PreviousIcon)}
      <Typography variant="caption" color="textSecondary" sx={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap', minWidth: 44, textAlign: 'center', display: { xs: 'none', sm: 'inline' } }}>
        {t('record.steps.position', { position: position === undefined ? '–' : formatNumber(position, locale), total: formatNumber(total, locale) })}
      </Typography>
      {step('next', toNext, NextIcon)}
    </Stack>
  )
}
