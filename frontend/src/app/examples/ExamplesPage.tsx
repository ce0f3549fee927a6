import { Box, Typography } from '@mui/material'
import { Fragment } from 'react'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { PageHeader } from '@/shared/ui/PageHeader'
import { Section } from '@/shared/ui/Section'
import { examples } from './examples'

/** The kit's parts in all their states, to look at and to check; the local stack shows it at `/examples`. */
export function ExamplesPage() {
  const { t } = useTranslation()
  return (
    <>
      <PageHeader title="Examples" lead={t('examples.lead')} />
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)', maxWidth: 1200, mx: 'auto' }}>
        {Object.entries(examples).map(([part, states]) => (
          <Section key={part} title={part}>
            <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
              {Object.entries(states).map(([state, Example]) => (
                <Fragment key={state}>
                  <Box>
                    <Typography variant="caption" color="textSecondary" component="h3">
                      {state}
                    </Typography>
                    <Example />
                  </Box>
                </Fragment>
              ))}
            </Box>
          </Section>
        ))}
      </Box>
    </>
  )
}
