import { FormControl, FormHelperText, IconButton, InputAdornment, InputLabel, OutlinedInput } from '@mui/material'
import { useId, useState } from 'react'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { parseMessageKey } from '@/shared/lib/messageKey'
import { HiddenIcon, VisibleIcon } from '@/shared/ui/icons/icons'

interface LoginFieldProps {
  name: string
  label: string
  type: 'email' | 'password'
  autoComplete: string
  value: string
  onChange: (value: string) => void
  /** The message key of its error. */
  fault: string | undefined
}

/** A required field of the login, made of MUI's smallest parts: its text field brings selects, menus and dialogs along. */
export function LoginField({ name, label, type, autoComplete, value, onChange, fault }: LoginFieldProps) {
  const { t } = useTranslation()
  const id = useId()
  const [visible, setVisible] = useState(false)
  const message = fault && parseMessageKey(fault)
  const visibility = t(visible ? 'common.hidePassword' : 'common.showPassword')
  return (
    <FormControl size="small" variant="outlined" required error={fault !== undefined} fullWidth>
      <InputLabel htmlFor={id}>{label}</InputLabel>
      <OutlinedInput
        id={id}
        name={name}
        type={visible ? 'text' : type}
        label={label}
        value={value}
        autoComplete={autoComplete}
        aria-describedby={message ? `${id}-fault` : undefined}
        onChange={event => onChange(event.target.value)}
        endAdornment={
          type === 'password' && (
            <InputAdornment position="end">
              <IconButton aria-label={visibility} title={visibility} aria-pressed={visible} edge="end" onClick={() => setVisible(!visible)}>
                {visible ? <HiddenIcon fontSize="small" /> : <VisibleIcon fontSize="small" />}
              </IconButton>
            </InputAdornment>
          )
        }
      />
      {message && <FormHelperText id={`${id}-fault`}>{t(message.key, message.values)}</FormHelperText>}
    </FormControl>
  )
}
