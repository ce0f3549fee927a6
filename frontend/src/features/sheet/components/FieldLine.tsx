import { Box, Typography } from '@mui/material'
import type { ReactNode } from 'react'

/** A name and its content on one line; below each other on narrow screens. */
export function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '1fr', sm: '152px minmax(0, 1fr)' },
        columnGap: 1,
        alignItems: 'start',
        py: 0.25,
        '& + &': { borderTop: '1px solid', borderColor: 'line' },
      }}
    >
      <Typography variant="body2" component="div" color="textSecondary" sx={{ py: { sm: 0.5 }, lineHeight: 1.4, fontSize: 'dense' }}>
        {label}
      </Typography>
      <Box sx={{ minWidth: 0, display: 'flex' }}>{children}</Box>
    </Box>
  )
}
