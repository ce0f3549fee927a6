import { Box, ButtonBase } from '@mui/material'
import { keyIn } from '@/shared/i18n/keys'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { Hint } from '@/shared/ui/Hint'
import { useSheetContext, useSheetState } from '../context'
import { shown } from '../lib/draft'
import { isUnreviewed, placeKey, placedFields, sectionNumbers } from '../lib/fields'

/** Links to the sections; a dot marks those with values to review. */
export function SectionIndex({ current, onGo }: { current: number; onGo: (section: number) => void }) {
  const { t } = useTranslation()
  const { sheet } = useSheetContext()
  const pending = useSheetState(({ draft }) => draft.fields)
  const wanting = new Set(
    placedFields(sheet)
      .filter(place => isUnreviewed(shown(place.field, pending[placeKey(place)])))
      .map(({ section }) => section),
  )
  return (
    <Box component="nav" aria-label={t('sheet.sections')} sx={{ display: 'flex', gap: '2px', px: { xs: 1, sm: 1.5 }, py: 0.5, overflowX: 'auto', borderBottom: 1, borderColor: 'divider', bgcolor: 'background.paper', scrollbarWidth: 'thin', flexShrink: 0 }}>
      {sectionNumbers.map(number => {
        const unsure = wanting.has(number)
        const title = number === 0 ? t('sds.section.0') : `${number}. ${t(keyIn('sds.section', number))}`
        return (
          <Hint key={number} title={unsure ? t('sheet.toReview', { title }) : title}>
            <ButtonBase
              onClick={() => onGo(number)}
              aria-label={unsure ? t('sheet.toReview', { title }) : title}
              aria-current={current === number ? 'location' : undefined}
              sx={{
                position: 'relative',
                flex: '1 0 auto',
                minWidth: number === 0 ? 44 : 26,
                height: 28,
                px: 0.5,
                borderRadius: 1,
                fontFamily: 'inherit',
                fontSize: 'dense',
                fontWeight: 600,
                color: current === number ? 'primary.contrastText' : 'text.secondary',
                bgcolor: current === number ? 'primary.main' : 'transparent',
                '&:hover': { bgcolor: current === number ? 'primary.dark' : 'secondary.main' },
              }}
            >
              {number === 0 ? t('sheet.basic') : number}
              {unsure && <Box component="span" aria-hidden sx={{ position: 'absolute', top: 3, right: 2, width: 6, height: 6, borderRadius: '50%', bgcolor: 'attention' }} />}
            </ButtonBase>
          </Hint>
        )
      })}
    </Box>
  )
}
