import { Box } from '@mui/material'

/** A combination of keys; `drawn` is none of the text around it, where aria-keyshortcuts says it. */
export function Keys({ keys, drawn = false }: { keys: readonly string[]; drawn?: boolean }) {
  return (
    <Box component="span" aria-hidden={drawn || undefined} sx={{ display: 'inline-flex', gap: 0.5, flexShrink: 0 }}>
      {keys.map(key => (
        <Box
          key={key}
          component="kbd"
          data-key={drawn ? key : undefined}
          sx={{ fontFamily: 'inherit', fontSize: 'small', lineHeight: 1.5, px: 0.75, minWidth: 22, whiteSpace: 'nowrap', textAlign: 'center', border: 1, borderColor: 'divider', borderRadius: 0.5, bgcolor: 'background.default', color: 'text.primary', '&[data-key]::before': { content: 'attr(data-key)' } }}
        >
          {!drawn && key}
        </Box>
      ))}
    </Box>
  )
}
