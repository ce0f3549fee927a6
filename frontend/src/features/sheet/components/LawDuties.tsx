import { Box, Typography } from '@mui/material'
import type { Due } from '@/shared/api/laws'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { dutyForces } from '@/shared/law/duties'
import { Because, DutyGroups, ForceChip } from '@/shared/law/DutyGroups'

/** What has to be done with the product, by kind. */
export function LawDuties({ duties }: { duties: readonly Due[] }) {
  const { t } = useTranslation()
  if (duties.length === 0) return null
  return (
    <Box component="section" aria-label={t('duties.title')} sx={{ mt: 1.5, borderTop: 1, borderColor: 'divider', pt: 1 }}>
      <Box sx={{ display: 'flex', gap: 0.75, alignItems: 'center', flexWrap: 'wrap', px: 0.75, pb: 0.5 }}>
        <Typography component="h4" sx={{ fontSize: 'normal', fontWeight: 600, mr: 0.5 }}>
          {t('duties.title')}
        </Typography>
        <Typography component="span" color="textSecondary" sx={{ fontSize: 'small' }}>
          {dutyForces
            .map(force => ({ force, count: duties.filter(duty => duty.force === force).length }))
            .filter(({ count }) => count > 0)
            .map(({ force, count }) => t('laws.counted', { name: t(`duties.force.${force}`), count }))
            .join(t('duties.separator'))}
        </Typography>
      </Box>
      <DutyGroups duties={duties} aside={duty => <ForceChip force={duty.force} from={duty.effective_from} />} more={duty => <Because due={duty} />} />
      <Typography variant="caption" component="p" color="textSecondary" sx={{ px: 0.75, mt: 0.5 }}>
        {t('duties.notice')}
      </Typography>
    </Box>
  )
}
