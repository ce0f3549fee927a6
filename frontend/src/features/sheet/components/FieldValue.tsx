import { Box, Chip, Stack } from '@mui/material'
import type { Value } from '@/shared/api/sheets'
import { Pictogram, SignalWord } from '@/shared/sds/Pictograms'
import { useValueText } from '../lib/useValueText'
import { useStatements } from '../statements/useStatements'

/** The value of a field, rendered by its kind. */
export function FieldValue({ name, value }: { name: string; value: Value }) {
  const text = useValueText()
  const list = value.list ?? []
  if (name === 'pictograms') {
    return (
      <Stack direction="row" component="span" sx={{ flexWrap: 'wrap', gap: 0.5 }}>
        {list.map(code => (
          <Pictogram key={code} code={code} size={52} />
        ))}
      </Stack>
    )
  }
  if (name === 'h_codes' || name === 'p_codes') return <Statements codes={list} />
  if (name === 'signal_word') {
    return (
      <Box component="span" sx={{ fontSize: value.text === 'none' ? undefined : 'medium' }}>
        <SignalWord word={value.text ?? ''} />
      </Box>
    )
  }
  if (value.kind === 'list') {
    return (
      <Stack direction="row" component="span" sx={{ flexWrap: 'wrap', gap: 0.5 }}>
        {list.map(one => (
          <Chip key={one} component="span" size="small" label={one} sx={{ height: 20, borderRadius: 1, bgcolor: 'line' }} />
        ))}
      </Stack>
    )
  }
  return (
    <Box component="span" sx={{ whiteSpace: 'pre-line' }}>
      {text(name, value)}
    </Box>
  )
}

function Statements({ codes }: { codes: readonly string[] }) {
  const statements = useStatements()
  return (
    <Box component="span" sx={{ display: 'grid', gridTemplateColumns: 'fit-content(104px) 1fr', columnGap: 1, rowGap: 0.25 }}>
      {codes.map(code => (
        <Box key={code} component="span" sx={{ display: 'contents' }}>
          <Box component="span" sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums', overflowWrap: 'normal' }}>
            {/* Combined codes break after a plus. */}
            {code.replaceAll('+', '+\u200b')}
          </Box>
          <span>{statements[code.replace(/\s/g, '')] ?? ''}</span>
        </Box>
      ))}
    </Box>
  )
}
