import { Autocomplete, TextField, ToggleButton, ToggleButtonGroup, createFilterOptions } from '@mui/material'
import { useState } from 'react'
import { Pictogram } from '@/shared/sds/Pictograms'
import { useOptionName, useOptions, valuesOf } from '..'
import type { Option } from '../option'
import { type ControlProps, useTooMany } from './control'

/** The number of options rendered at once; the others are found by typing. */
const filterOptions = createFilterOptions<Option>({ limit: 200, stringify: ({ id, name }) => `${name} ${id}` })

/** Several of some options. A value with an unknown option is kept. */
export function Chosen({ filter, parameter, label, filters, onChange }: ControlProps) {
  const options = useOptions(filter)
  const nameOf = useOptionName(filter)
  const tooMany = useTooMany()
  const [fault, setFault] = useState<string>()
  const value = valuesOf(filters, parameter).map(id => ({ id, name: nameOf(id) }))
  return (
    <Autocomplete
      multiple
      disableCloseOnSelect
      size="small"
      limitTags={4}
      options={options}
      value={value}
      filterOptions={filterOptions}
      onChange={(_event, chosen) => {
        const ids = chosen.map(({ id }) => id)
        const wrong = tooMany(filter, ids)
        setFault(wrong)
        if (!wrong) onChange({ [parameter]: ids })
      }}
      getOptionLabel={option => option.name}
      getOptionKey={option => option.id}
      isOptionEqualToValue={(option, one) => option.id === one.id}
      renderInput={params => <TextField {...params} label={label} error={fault !== undefined} helperText={fault} />}
    />
  )
}

/** Symbols as toggle buttons. */
export function Symbols({ filter, parameter, label, filters, onChange }: ControlProps) {
  const options = useOptions(filter)
  return (
    <ToggleButtonGroup
      size="small"
      color="primary"
      aria-label={label}
      value={[...valuesOf(filters, parameter)]}
      onChange={(_event, value: readonly string[]) => onChange({ [parameter]: options.map(({ id }) => id).filter(id => value.includes(id)) })}
      sx={{ flexWrap: 'wrap' }}
    >
      {options.map(({ id, name }) => (
        <ToggleButton key={id} value={id} aria-label={name} sx={{ p: 0.5 }}>
          <Pictogram code={id} size={32} />
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}
