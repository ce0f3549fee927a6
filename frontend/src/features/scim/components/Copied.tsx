import { Button, Stack, TextField } from '@mui/material'
import { notify } from '@/shared/ui/notify'

/** A text to copy; undefined until it is known. */
export function Copied({ label, button, value }: { label: string; button: string; value: string | undefined }) {
  const copy = (text: string) =>
    navigator.clipboard.writeText(text).then(
      () => notify({ key: 'scim.copied', color: 'success' }),
      () => notify({ key: 'scim.copyFailed', color: 'error' }),
    )
  return (
    <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 1, alignItems: { xs: 'stretch', sm: 'center' }, '& button': { flexShrink: 0 } }}>
      <TextField label={label} value={value ?? ''} fullWidth onFocus={event => event.target.select()} slotProps={{ inputLabel: { shrink: true }, htmlInput: { readOnly: true, spellCheck: false, style: { fontFamily: 'monospace' } } }} />
      <Button variant="outlined" disabled={value === undefined} onClick={() => value !== undefined && void copy(value)}>
        {button}
      </Button>
    </Stack>
  )
}
