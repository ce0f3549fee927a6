import { Box, Stack, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { useScreenTitle } from '@/shared/lib/screenTitle'
import { useTabTitle } from './tabTitle'

/** The page's only h1, which navigation focuses, with the page's actions. The title is the screen's unless another one is given. */
export function PageHeader({ title, lead, actions }: { title?: string; lead?: ReactNode; actions?: ReactNode }) {
  const { t } = useTranslation()
  const name = useScreenTitle()
  const shown = title ?? (name && t(name))
  useTabTitle(shown)
  return (
    <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 2, alignItems: 'flex-end', justifyContent: 'space-between', mb: 3 }}>
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="h1" tabIndex={-1} data-page-title sx={{ outline: 'none' }}>
          {shown}
        </Typography>
        {lead && (
          <Typography variant="body2" sx={{ color: 'text.secondary', mt: 0.5 }}>
            {lead}
          </Typography>
        )}
      </Box>
      {actions && (
        <Stack direction="row" spacing={1}>
          {actions}
        </Stack>
      )}
    </Stack>
  )
}
