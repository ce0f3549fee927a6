import { FormControl, FormHelperText, InputLabel, OutlinedInput } from '@mui/material'
import { useId } from 'react'
import { useTranslation } from '@/shared/i18n/useTranslation'

/** The digits of a one-time code. */
export const codeLength = 6

/** What counts of an input: its digits, which an input method may have written in full width, without the spaces of a copied code. */
const digitsOf = (typed: string) => typed.normalize('NFKC').replace(/\D/g, '').slice(0, codeLength)

/** Whether a code is complete. */
export const isCode = (code: string) => code.length === codeLength

/** A one-time code of six digits, which the system may fill in from a message. It is made of MUI's smallest parts, for the login. */
export function CodeField({ value, onChange, fault, first = false }: { value: string; onChange: (value: string) => void; fault: string | null; /** It has the focus when it appears. */ first?: boolean }) {
  const { t } = useTranslation()
  const id = useId()
  const label = t('mfa.code')
  return (
    <FormControl size="small" variant="outlined" required error={fault !== null} fullWidth>
      <InputLabel htmlFor={id}>{label}</InputLabel>
      <OutlinedInput
        id={id}
        name="code"
        label={label}
        value={value}
        autoComplete="one-time-code"
        // The screen is about nothing else.
        // eslint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={first}
        inputProps={{ inputMode: 'numeric', pattern: '[0-9]*', style: { letterSpacing: '0.3em', fontVariantNumeric: 'tabular-nums' } }}
        aria-describedby={fault === null ? undefined : `${id}-fault`}
        onChange={event => onChange(digitsOf(event.target.value))}
      />
      {fault !== null && (
        <FormHelperText id={`${id}-fault`} role="alert">
          {fault}
        </FormHelperText>
      )}
    </FormControl>
  )
}
