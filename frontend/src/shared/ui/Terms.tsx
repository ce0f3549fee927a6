import { Box } from '@mui/material'
import type { ReactNode } from 'react'
import { useTranslation } from '@/shared/i18n/useTranslation'

/** Names and values side by side, below each other on narrow screens. A missing value is shown as such. */
export function Terms({ items }: { items: readonly (readonly [name: string, value: ReactNode])[] }) {
  const { t } = useTranslation()
  return (
    <Box component="dl" sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: 'minmax(8em, 14em) 1fr' }, rowGap: { xs: 0.25, sm: 1.5 }, columnGap: 3, m: 0 }}>
      {items.map(([name, value]) => (
        <Box key={name} sx={{ display: 'contents' }}>
          <Box component="dt" sx={{ color: 'text.secondary', fontSize: 'normal', pt: '0.1em' }}>
            {name}
          </Box>
          <Box component="dd" sx={{ m: 0, mb: { xs: 1.25, sm: 0 }, minWidth: 0, overflowWrap: 'anywhere' }}>
            {value === undefined || value === null || value === '' ? <Box sx={{ color: 'text.secondary' }}>{t('common.notSet')}</Box> : value}
          </Box>
        </Box>
      ))}
    </Box>
  )
}
