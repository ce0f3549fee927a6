import { Paper, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { useTabTitle } from './tabTitle'

/** A narrow card in the middle of the page, with the page's title: for a single short form or message. */
export function FormCard({ title, lead, children, width = 440 }: { title: string; lead?: ReactNode; children: ReactNode; width?: number }) {
  useTabTitle(title)
  return (
    <Paper variant="outlined" sx={{ maxWidth: width, mx: 'auto', p: { xs: 3, sm: 4 } }}>
      <Typography variant="h1" tabIndex={-1} data-page-title sx={{ outline: 'none', mb: lead ? 1 : 3 }}>
        {title}
      </Typography>
      {lead && (
        <Typography sx={{ color: 'text.secondary', mb: 3 }}>
          {lead}
        </Typography>
      )}
      {children}
    </Paper>
  )
}
