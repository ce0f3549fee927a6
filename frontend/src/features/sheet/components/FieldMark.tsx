import { Box } from '@mui/material'
import { useTranslation } from 'react-i18next'
import { Hint } from '@/shared/ui/Hint'
import { CheckIcon, DeleteIcon, EditIcon, VisibleIcon } from '@/shared/ui/icons/icons'
import { isUnreviewed } from '../lib/fields'
import type { Shown } from '../lib/draft'

const percent = (confidence: number) => Math.round(confidence * 100)

/** The origin of a value and the analysis's confidence as text, for assistive technology and tooltips. */
export function useMarkText() {
  const { t } = useTranslation()
  return ({ value, state, confidence, pending, conflict }: Shown): string => {
    if (!value) return ''
    const whose =
      state === 'machine'
        ? t(isUnreviewed({ state, confidence }) ? 'sheet.mark.unsure' : 'sheet.mark.sure', { percent: percent(confidence) })
        : t(`sheet.mark.${state}`)
    return [whose, conflict ? t('sheet.mark.conflict') : pending && t('sheet.mark.pending')].filter(Boolean).join(t('common.listSeparator'))
  }
}

/**
 * A small mark beside a value: uncertain, confirmed, edited or deleted. A confident machine value has only
 * its figure, and not even that if `quiet`.
 */
export function FieldMark({ shown, quiet }: { shown: Shown; quiet: boolean }) {
  const { t } = useTranslation()
  const text = useMarkText()(shown)
  const { value, state, confidence, pending } = shown
  if (!value) return null
  const unsure = isUnreviewed(shown)
  const Icon = unsure ? VisibleIcon : state === 'confirmed' ? CheckIcon : state === 'edited' ? EditIcon : state === 'deleted' ? DeleteIcon : null
  const color = unsure ? 'warning.dark' : state === 'machine' || state === 'deleted' ? 'text.secondary' : 'primary.dark'
  return (
    <Hint title={text}>
      <Box
        component="span"
        aria-hidden
        sx={{
          display: 'inline-flex',
          alignItems: 'center',
          gap: 0.25,
          flexShrink: 0,
          color,
          fontSize: 'small',
          fontVariantNumeric: 'tabular-nums',
          ...(unsure && { bgcolor: 'warning.light', borderRadius: 1, px: 0.5, fontWeight: 600 }),
          ...(pending && { outline: '1px dashed', outlineOffset: 2, borderRadius: 0.5 }),
        }}
      >
        {Icon && <Icon sx={{ fontSize: 14 }} />}
        <Box component="span" sx={quiet ? { display: { xs: 'none', sm: 'inline' } } : undefined}>
          {state === 'machine' ? (quiet && !unsure ? null : `${percent(confidence)}%`) : !quiet && t(`sheet.state.${state}`)}
        </Box>
      </Box>
    </Hint>
  )
}
