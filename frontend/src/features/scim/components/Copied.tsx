import { Button, Stack, TextField } from '@mui/material'
import { notify } from '@/shared/ui/notify'

/** A text to copy. */
export function Copied({ label, button, value }: { label: string; button: string; value: string }) {
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => notify({ key: 'scim.copied', color: 'success' }),
      () => notify({ key: 'scim.copyFailed', color: 'error' }),
    )
  return (
    <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 1, alignItems: { xs: 'stretch', sm: 'center' }, '& button': { flexShrink: 0 } }}>
      <TextField label={label} value={value} fullWidth onFocus={event => event.target.select()} slotProps={{ htmlInput: { readOnly: true, spellCheck: false, style: { fontFamily: 'monospace' } } }} />
      <Button variant="outlined" onClick={() => void copy()}>
        {button}
      </Button>
    </Stack>
  )
}
