import { Box } from '@mui/material'

/** A combination of keys. */
export function Keys({ keys }: { keys: readonly string[] }) {
  return (
    <Box component="span" sx={{ display: 'inline-flex', gap: 0.5, flexShrink: 0 }}>
      {keys.map(key => (
        <Box
          key={key}
          component="kbd"
          sx={{ fontFamily: 'inherit', fontSize: 'small', lineHeight: 1.5, px: 0.75, minWidth: 22, whiteSpace: 'nowrap', textAlign: 'center', border: 1, borderColor: 'divider', borderRadius: 0.5, bgcolor: 'background.default', color: 'text.primary' }}
        >
          {key}
        </Box>
      ))}
    </Box>
  )
}
