import { Box } from '@mui/material'

/**
 * A combination of keys. `decorative` ones are drawn by the style: in a button whose aria-keyshortcuts says them, their text
 * would be a visible label that its name lacks (WCAG 2.5.3).
 */
export function Keys({ keys, decorative = false }: { keys: readonly string[]; decorative?: boolean }) {
  return (
    <Box component="span" aria-hidden={decorative || undefined} sx={{ display: 'inline-flex', gap: 0.5, flexShrink: 0 }}>
      {keys.map(key => (
        <Box
          key={key}
          component="kbd"
          data-key={decorative ? key : undefined}
          sx={{ fontFamily: 'inherit', fontSize: 'small', lineHeight: 1.5, px: 0.75, minWidth: 22, whiteSpace: 'nowrap', textAlign: 'center', border: 1, borderColor: 'divider', borderRadius: 0.5, bgcolor: 'background.default', color: 'text.primary', '&[data-key]::before': { content: 'attr(data-key)' } }}
        >
          {!decorative && key}
        </Box>
      ))}
    </Box>
  )
}
