import { Box, ButtonBase } from '@mui/material'
import { useTranslation } from '@/shared/i18n/useTranslation'

/** The current step among the others; completed ones can be revisited. */
export function StepIndicator({ steps, at, onGo }: { steps: readonly string[]; at: number; onGo: (step: number) => void }) {
  const { t } = useTranslation()
  return (
    <Box component="ol" aria-label={t('checklists.steps')} sx={{ display: 'flex', flexWrap: 'wrap', gap: { xs: 0.5, sm: 1 }, listStyle: 'none', m: 0, p: 0 }}>
      {steps.map((step, i) => {
        const content = (
          <>
            <Box component="span" aria-hidden sx={{ display: 'inline-grid', placeItems: 'center', width: 20, height: 20, borderRadius: '50%', fontSize: 'small', bgcolor: i <= at ? 'primary.main' : 'tone.neutral.background', color: i <= at ? 'primary.contrastText' : 'tone.neutral.color', flexShrink: 0 }}>
              {i + 1}
            </Box>
            {step}
          </>
        )
        const look = { display: 'inline-flex', alignItems: 'center', gap: 0.75, fontSize: 'dense', fontWeight: i === at ? 700 : 400, color: i === at ? 'primary.dark' : 'text.secondary', py: 0.25, px: 0.5, borderRadius: 1, fontFamily: 'inherit' } as const
        return (
          <Box component="li" key={step} aria-current={i === at ? 'step' : undefined}>
            {i < at ? (
              <ButtonBase onClick={() => onGo(i)} sx={{ ...look, '&:hover, &:focus-visible': { bgcolor: 'secondary.light' } }}>
                {content}
              </ButtonBase>
            ) : (
              <Box component="span" sx={look}>
                {content}
              </Box>
            )}
          </Box>
        )
      })}
    </Box>
  )
}
