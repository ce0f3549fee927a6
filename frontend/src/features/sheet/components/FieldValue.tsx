import { Box, Chip, Stack } from '@mui/material'
import type { Value } from '@/shared/api/sheets'
import { Pictogram, SignalWord } from '@/shared/sds/Pictograms'
import { useValueText } from '../lib/useValueText'

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
  return <span className="printed">{text(name, value)}</span>
}
