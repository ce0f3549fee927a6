import { Paper, Stack, Typography } from '@mui/material'
import { type ReactNode, useId } from 'react'

/** A titled part of a page. */
export function Section({ title, lead, action, children }: { title: string; lead?: ReactNode; action?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <Paper component="section" aria-labelledby={id} variant="outlined" sx={{ p: { xs: 2, sm: 3 } }}>
      <Stack direction="row" sx={{ alignItems: 'center', justifyContent: 'space-between', gap: 2, mb: lead ? 0.5 : 2, minHeight: 32 }}>
        <Typography id={id} variant="h2">
          {title}
        </Typography>
        {action}
      </Stack>
      {lead && (
        <Typography variant="body2" sx={{ color: 'text.secondary', mb: 2 }}>
          {lead}
        </Typography>
      )}
      {children}
    </Paper>
  )
}
