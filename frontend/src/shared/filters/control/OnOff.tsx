import { FormControlLabel, Stack, Switch, ToggleButton, ToggleButtonGroup, Typography } from '@mui/material'
import { useTranslation } from '@/shared/i18n/useTranslation'
import type { ControlProps } from './control'

/** Yes, no, or neither. */
export function YesNo({ parameter, label, filters, onChange }: ControlProps) {
  const { t } = useTranslation()
  return (
    <Stack direction="row" sx={{ alignItems: 'center', justifyContent: 'space-between', gap: 1, minHeight: 40 }}>
      <Typography variant="body2">{label}</Typography>
      <ToggleButtonGroup exclusive size="small" color="primary" aria-label={label} value={filters[parameter]} onChange={(_event, value: string | null) => onChange({ [parameter]: value ?? '' })}>
        <ToggleButton value="true" sx={{ px: 2, py: 0.25 }}>
          {t('sheets.yes')}
        </ToggleButton>
        <ToggleButton value="false" sx={{ px: 2, py: 0.25 }}>
          {t('sheets.no')}
        </ToggleButton>
      </ToggleButtonGroup>
    </Stack>
  )
}

/** On, or nothing. */
export function OnOff({ parameter, label, filters, onChange }: ControlProps) {
  return (
    <FormControlLabel
      labelPlacement="start"
      label={label}
      control={<Switch size="small" checked={filters[parameter] !== ''} onChange={(_event, on) => onChange({ [parameter]: on ? 'true' : '' })} />}
      slotProps={{ typography: { variant: 'body2' } }}
      sx={{ width: '100%', justifyContent: 'space-between', m: 0, minHeight: 40 }}
    />
  )
}
