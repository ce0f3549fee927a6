import { Box, Stack, Typography } from '@mui/material'
import type { ReactNode } from 'react'

/** Shown in place of an empty list: the reason, and what to do about it. */
export function EmptyState({ title, children, action, icon }: { title: string; children?: ReactNode; action?: ReactNode; icon?: ReactNode }) {
  return (
    <Stack spacing={1} sx={{ alignItems: 'center', justifyContent: 'center', textAlign: 'center', px: 2, py: 6, color: 'text.secondary' }}>
      {icon}
      <Typography sx={{ fontWeight: 600, color: 'text.primary' }}>{title}</Typography>
      {children && <Typography variant="body2">{children}</Typography>}
      {action && <Box sx={{ pt: 1 }}>{action}</Box>}
    </Stack>
  )
}
