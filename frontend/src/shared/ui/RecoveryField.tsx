import { FormControl, FormHelperText, InputLabel, OutlinedInput } from '@mui/material'
import { useId } from 'react'
import { useTranslation } from '@/shared/i18n/useTranslation'

/** A recovery code, as it is written down. */
export function RecoveryField({ value, onChange, fault }: { value: string; onChange: (value: string) => void; fault: string | null }) {
  const { t } = useTranslation()
  const id = useId()
  const label = t('mfa.recoveryField')
  return (
    <FormControl size="small" variant="outlined" required error={fault !== null} fullWidth>
      <InputLabel htmlFor={id}>{label}</InputLabel>
      <OutlinedInput
        id={id}
        name="recovery-code"
        label={label}
        value={value}
        autoComplete="off"
        // The screen is about nothing else.
        // eslint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        inputProps={{ autoCapitalize: 'characters', spellCheck: false }}
        aria-describedby={fault === null ? undefined : `${id}-fault`}
        onChange={event => onChange(event.target.value.normalize('NFKC'))}
      />
      {fault !== null && (
        <FormHelperText id={`${id}-fault`} role="alert">
          {fault}
        </FormHelperText>
      )}
    </FormControl>
  )
}
