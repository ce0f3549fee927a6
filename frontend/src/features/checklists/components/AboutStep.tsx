import { Checkbox, FormControl, FormControlLabel, FormGroup, FormHelperText, FormLabel, Stack, TextField } from '@mui/material'
import { useId } from 'react'
import type { Target } from '@/shared/api/checklists'
import { Definition } from '@/shared/api/rules'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { type Draft, builtBy } from '../lib/draft'

const targets: readonly Target[] = ['composition', 'section_15']

/** The name of the checklist, and the sections it searches. */
export function AboutStep({ draft, onChange, missing }: { draft: Draft; onChange: (patch: Partial<Draft>) => void; missing: boolean }) {
  const { t } = useTranslation()
  const labelId = useId()
  const noTitle = missing && draft.title.trim() === ''
  const noTarget = missing && draft.targets.length === 0
  const offered = builtBy(draft).includes('laws') || draft.kind === 'both' ? targets : targets.slice(0, 1)
  return (
    <Stack sx={{ gap: 2.5, maxWidth: 720 }}>
      <TextField label={t('checklists.title_')} value={draft.title} required error={noTitle} helperText={noTitle ? t('validation.required') : undefined} onChange={event => onChange({ title: event.target.value })} slotProps={{ htmlInput: { maxLength: Definition.title.maxLength } }} fullWidth />
      <TextField label={t('checklists.description')} value={draft.description} onChange={event => onChange({ description: event.target.value })} multiline minRows={3} slotProps={{ htmlInput: { maxLength: Definition.description.maxLength } }} fullWidth />
      <FormControl component="fieldset" error={noTarget}>
        <FormLabel id={labelId} component="legend" sx={{ fontSize: 'normal' }}>
          {t('checklists.where.label')}
        </FormLabel>
        <FormGroup aria-labelledby={labelId}>
          {offered.map(target => (
            <FormControlLabel
              key={target}
              control={
                <Checkbox
                  size="small"
                  checked={draft.targets.includes(target)}
                  disabled={offered.length === 1}
                  onChange={(_event, on) => onChange({ targets: targets.filter(one => (one === target ? on : draft.targets.includes(one))) })}
                />
              }
              label={t(`checklists.where.${target}Text`)}
            />
          ))}
        </FormGroup>
        {noTarget && <FormHelperText>{t('checklists.where.missing')}</FormHelperText>}
      </FormControl>
    </Stack>
  )
}
