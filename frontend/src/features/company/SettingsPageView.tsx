import { Button, Checkbox, FormControl, FormControlLabel, FormGroup, FormHelperText, FormLabel, MenuItem, Paper, Stack, TextField } from '@mui/material'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useSaveOnLeave } from '@/shared/lib/formGuard'
import { limits } from '@/shared/lib/limits'
import { type Stored, useVersionedForm } from '@/shared/lib/versionedForm'
import { FormConflicts } from '@/shared/ui/FormConflicts'
import { PageHeader } from '@/shared/ui/PageHeader'
import { type CopyField, copyFieldNames } from './copyFields'

interface Settings {
  years: number
  copyFields: CopyField[]
}

const { min, max } = limits.expirationYears
const yearChoices = Array.from({ length: max - min + 1 }, (_, index) => min + index)

export function SettingsPageView({
  stored,
  onSave,
}: {
  stored: Stored<Settings>
  /** Saves over a version; returns whether it was saved. */
  onSave: (version: number, settings: Settings) => Promise<boolean>
}) {
  const { t } = useTranslation()
  const form = useForm<Settings>({ defaultValues: stored.values })
  const { control, formState } = form
  const edit = useVersionedForm(form, stored)
  const undecided = edit.conflicts.length > 0
  const submit = useSaveOnLeave('settings', form, settings => onSave(edit.version, settings), undecided)
  return (
    <>
      <PageHeader title={t('screens.companySettings')} lead={t('company.settings.lead')} />
      <Paper variant="outlined" sx={{ maxWidth: 720, p: { xs: 2, sm: 3 } }}>
        <Stack component="form" noValidate spacing={4} onSubmit={submit}>
          <Controller
            control={control}
            name="years"
            render={({ field: { ref, value, onChange, onBlur } }) => (
              <TextField
                select
                label={t('company.settings.expiration')}
                helperText={t('company.settings.expirationHelp')}
                value={value}
                onChange={event => onChange(Number(event.target.value))}
                onBlur={onBlur}
                inputRef={ref}
                sx={{ maxWidth: 480 }}
              >
                {yearChoices.map(count => (
                  <MenuItem key={count} value={count}>
                    {t('company.settings.years', { count })}
                  </MenuItem>
                ))}
              </TextField>
            )}
          />
          <Controller
            control={control}
            name="copyFields"
            render={({ field: { value, onChange, onBlur } }) => (
              <FormControl component="fieldset">
                <FormLabel component="legend" sx={{ fontWeight: 600, color: 'text.primary' }}>
                  {t('company.settings.copy')}
                </FormLabel>
                <FormHelperText sx={{ mx: 0 }}>{t('company.settings.copyHelp')}</FormHelperText>
                <FormGroup sx={{ mt: 1 }}>
                  {copyFieldNames.map(name => (
                    <FormControlLabel
                      key={name}
                      label={t(`company.settings.field.${name}`)}
                      control={
                        <Checkbox
                          checked={value.includes(name)}
                          onBlur={onBlur}
                          onChange={(_, checked) => onChange(copyFieldNames.filter(other => (other === name ? checked : value.includes(other))))}
                        />
                      }
                    />
                  ))}
                </FormGroup>
              </FormControl>
            )}
          />
          <FormConflicts edit={edit} labels={{ years: t('company.settings.expiration'), copyFields: t('company.settings.copy') }} text={value => t('company.settings.years', { count: Number(value) })} />
          <Button type="submit" variant="contained" disabled={!formState.isDirty || undecided} loading={formState.isSubmitting} sx={{ alignSelf: 'flex-start' }}>
            {t('common.save')}
          </Button>
        </Stack>
      </Paper>
    </>
  )
}
