import { Box, Radio, RadioGroup, Typography } from '@mui/material'
import { useId } from 'react'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { PlanNotice } from '@/shared/ui/Gate'
import type { Kind } from '../lib/draft'

/** The kind of the checklist. Without the option (`lacking`) it can only be requested. */
export function KindStep({ kind, may, lacking, onChange }: { kind: Kind; may: { create: boolean; request: boolean }; lacking: boolean; onChange: (kind: Kind) => void }) {
  const { t } = useTranslation()
  const id = useId()
  const kinds = [...(may.create ? (['laws', 'substances'] as const) : []), ...(may.request ? (['request'] as const) : [])]
  const isLacking = (one: Kind) => lacking && one !== 'request'
  return (
    <>
    {lacking && may.create && <Box sx={{ mb: 2 }}><PlanNotice option="checklists" /></Box>}
    <RadioGroup aria-label={t('checklists.step.kind')} value={kind} onChange={event => onChange(event.target.value as Kind)} sx={{ gap: 1.5 }}>
      {kinds.map(one => (
        <Box
          key={one}
          component="label"
          htmlFor={`${id}-${one}`}
          sx={{ display: 'flex', gap: 1, p: 1.5, border: 1, borderColor: kind === one ? 'primary.main' : 'divider', borderRadius: 1, bgcolor: kind === one ? 'secondary.light' : 'background.paper', ...(isLacking(one) ? { opacity: 0.6 } : { cursor: 'pointer' }) }}
        >
          <Radio id={`${id}-${one}`} value={one} size="small" disabled={isLacking(one)} sx={{ alignSelf: 'flex-start' }} slotProps={{ input: { 'aria-labelledby': `${id}-${one}-name`, 'aria-describedby': `${id}-${one}-text` } }} />
          <Box component="span" sx={{ minWidth: 0, pt: 0.75 }}>
            <Typography id={`${id}-${one}-name`} component="span" sx={{ fontWeight: 600, display: 'block' }}>
              {t(`checklists.kind.${one}`)}
            </Typography>
            <Typography id={`${id}-${one}-text`} component="span" variant="body2" color="textSecondary">
              {t(`checklists.kindText.${one}`)}
            </Typography>
          </Box>
        </Box>
      ))}
    </RadioGroup>
    </>
  )
}
