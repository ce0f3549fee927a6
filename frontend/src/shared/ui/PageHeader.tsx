import { Box, Stack, Typography } from '@mui/material'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'

/** Sets the title of the browser's tab. */
export function usePageTitle(title: string): void {
  const { t } = useTranslation()
  useEffect(() => {
    document.title = title ? `${title} | ${t('common.productName')}` : t('common.productName')
  }, [title, t])
}

/** The page's only h1, which navigation focuses, with the page's actions. */
export function PageHeader({ title, lead, actions }: { title: string; lead?: ReactNode; actions?: ReactNode }) {
  usePageTitle(title)
  return (
    <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 2, alignItems: 'flex-end', justifyContent: 'space-between', mb: 3 }}>
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="h1" tabIndex={-1} data-page-title sx={{ outline: 'none' }}>
          {title}
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
