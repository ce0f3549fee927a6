import { Autocomplete, Box, Button, Divider, Popover, Stack, TextField, ToggleButton, ToggleButtonGroup, Typography } from '@mui/material'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pictogramCodes } from '@/shared/sds/definitions'
import { Pictogram } from '@/shared/sds/Pictograms'
import { FilterIcon } from '@/shared/ui/icons/icons'
import { type FilterName, type Filters, countFilters, languageIds, noFilters, revisionStatuses, signalWords, statusGroups, tidyCas, tidyHCode, tidyUn } from '../filters'
import type { Names } from '../names'

export interface FilterPanelProps {
  filters: Filters
  names: Names
  onChange: (patch: Partial<Filters>) => void
}

/** A button that opens everything the list can be narrowed down by; each change is applied at once. */
export function FilterPanel({ filters, names, onChange }: FilterPanelProps) {
  const { t } = useTranslation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const titleId = useId()
  const count = countFilters(filters)
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<FilterIcon />}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={event => setAnchor(event.currentTarget)}
        sx={{ bgcolor: count > 0 ? 'secondary.main' : 'background.paper', flexShrink: 0 }}
      >
        {count > 0 ? t('sheets.filterCount', { count }) : t('sheets.filter')}
      </Button>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { role: 'dialog', 'aria-labelledby': titleId, sx: { width: 'min(760px, calc(100vw - 32px))', mt: 0.5 } } }}
      >
        <Stack direction="row" sx={{ alignItems: 'center', px: 2, py: 1 }}>
          <Typography id={titleId} variant="h3" component="h2" sx={{ flexGrow: 1 }}>
            {t('sheets.filterTitle')}
          </Typography>
          <Button size="small" disabled={count === 0} onClick={() => onChange({ ...noFilters, text: filters.text })}>
            {t('sheets.clear')}
          </Button>
          <Button size="small" onClick={() => setAnchor(null)}>
            {t('sheets.close')}
          </Button>
        </Stack>
        <Divider />
        <Fields filters={filters} names={names} onChange={onChange} />
      </Popover>
    </>
  )
}

function Fields({ filters, names, onChange }: FilterPanelProps) {
  const { t } = useTranslation()
  const label = (name: string) => t(`sheets.filters.${name}`)
  const choices = <T extends string>(name: FilterName, value: readonly T[], options: readonly T[], text: (option: string) => string) => (
    <Autocomplete
      multiple
      disableCloseOnSelect
      size="small"
      options={options}
      value={[...value]}
      onChange={(_event, chosen) => onChange({ [name]: chosen })}
      getOptionLabel={text}
      renderInput={params => <TextField {...params} label={label(name)} />}
    />
  )
  const named = (name: 'department_id' | 'tag_id', options: Names['tags']) => (
    <Autocomplete
      multiple
      disableCloseOnSelect
      size="small"
      options={options}
      value={options.filter(({ id }) => filters[name].includes(id))}
      onChange={(_event, value) => onChange({ [name]: value.map(({ id }) => id) })}
      getOptionLabel={option => option.name}
      getOptionKey={option => option.id}
      isOptionEqualToValue={(option, value) => option.id === value.id}
      renderInput={params => <TextField {...params} label={label(name)} />}
    />
  )
  const words = (name: 'h_code' | 'cas_number' | 'un_number', tidy: (word: string) => string) => (
    <Autocomplete<string, true, false, true>
      multiple
      freeSolo
      autoSelect
      size="small"
      options={[]}
      value={[...filters[name]]}
      onChange={(_event, value) => onChange({ [name]: [...new Set(value.flatMap(word => word.split(/[,、，]/)).map(tidy).filter(Boolean))] })}
      renderInput={params => <TextField {...params} label={label(name)} placeholder={t(`sheets.hint.${name}`)} helperText={t('sheets.enterHint')} />}
    />
  )
  const day = (name: 'revised_from' | 'revised_to' | 'created_from' | 'created_to') => (
    <TextField
      type="date"
      label={label(name)}
      value={filters[name]}
      onChange={event => onChange({ [name]: event.target.value })}
      slotProps={{ inputLabel: { shrink: true }, htmlInput: { max: '9999-12-31' } }}
    />
  )
  const yesNo = (name: 'has_findings' | 'has_unreviewed') => (
    <Stack direction="row" sx={{ alignItems: 'center', justifyContent: 'space-between', gap: 1 }}>
      <Typography variant="body2">{label(name)}</Typography>
      <ToggleButtonGroup
        exclusive
        size="small"
        color="primary"
        aria-label={label(name)}
        value={filters[name]}
        onChange={(_event, value: Filters[typeof name] | null) => onChange({ [name]: value ?? '' })}
      >
        <ToggleButton value="true" sx={{ px: 2, py: 0.25 }}>
          {t('sheets.yes')}
        </ToggleButton>
        <ToggleButton value="false" sx={{ px: 2, py: 0.25 }}>
          {t('sheets.no')}
        </ToggleButton>
      </ToggleButtonGroup>
    </Stack>
  )
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, gap: 2, p: 2 }}>
      {choices('status_group', filters.status_group, statusGroups, group => t(`sds.status.${group}`))}
      {choices('revision_status', filters.revision_status, revisionStatuses, status => t(`sds.revision.${status}`))}
      {named('department_id', names.departments)}
      {named('tag_id', names.tags)}
      {choices('language_id', filters.language_id, languageIds, id => t(`sds.language.${id}`))}
      {choices('signal_word', filters.signal_word, signalWords, word => t(`sds.choice.signal_word.${word}`))}
      <Box sx={{ gridColumn: '1 / -1' }}>
        <ToggleButtonGroup
          size="small"
          color="primary"
          aria-label={label('pictogram')}
          value={[...filters.pictogram]}
          onChange={(_event, value: Filters['pictogram']) => onChange({ pictogram: value })}
          sx={{ flexWrap: 'wrap' }}
        >
          {pictogramCodes.map(code => (
            <ToggleButton key={code} value={code} aria-label={t(`sds.pictogram.${code}`)} sx={{ p: 0.5 }}>
              <Pictogram code={code} size={32} />
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      </Box>
      {words('h_code', tidyHCode)}
      {words('cas_number', tidyCas)}
      {words('un_number', tidyUn)}
      <Stack spacing={1} sx={{ justifyContent: 'center' }}>
        {yesNo('has_unreviewed')}
        {yesNo('has_findings')}
      </Stack>
      {day('revised_from')}
      {day('revised_to')}
      {day('created_from')}
      {day('created_to')}
    </Box>
  )
}
