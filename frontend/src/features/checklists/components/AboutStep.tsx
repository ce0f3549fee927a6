import { Checkbox, FormControl, FormControlLabel, FormGroup, FormHelperText, FormLabel, Stack, TextField } from '@mui/material'
import { useId } from 'react'
import type { Target } from '@/shared/api/checklists'
import { Definition } from '@/shared/api/rules'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { useTooLong } from '@/shared/ui/useTooLong'
import { type Draft, builtBy } from '../lib/draft'

const targets: readonly Target[] = ['composition', 'section_15']

/** The name of the checklist, and the sections it searches. */
export function AboutStep({ draft, onChange, missing }: { draft: Draft; onChange: (patch: Partial<Draft>) => void; missing: boolean }) {
  const { t } = useTranslation()
  const labelId = useId()
  const tooLong = useTooLong()
  const titleFault = tooLong(draft.title, Definition.title) ?? (missing && draft.title.trim() === '' ? t('validation.required') : undefined)
  const descriptionFault = tooLong(draft.description, Definition.description)
  const noTarget = missing && draft.targets.length === 0
  const offered = builtBy(draft).includes('laws') || draft.kind === 'both' ? targets : targets.slice(0, 1)
  return (
    <Stack sx={{ gap: 2.5, maxWidth: 720 }}>
      <TextField label={t('checklists.title_')} value={draft.title} required error={titleFault !== undefined} helperText={titleFault} onChange={event => onChange({ title: event.target.value })} fullWidth />
      <TextField label={t('checklists.description')} value={draft.description} onChange={event => onChange({ description: event.target.value })} multiline minRows={3} error={descriptionFault !== undefined} helperText={descriptionFault} fullWidth />
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
