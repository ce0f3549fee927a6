import { Autocomplete, Box, Chip, TextField } from '@mui/material'
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { useFieldErrorText } from './FormField'

/** Something that is chosen by its name and stored by its id. */
export interface Named {
  id: string
  name: string
  /** What tells it from others of the same name. */
  note?: string
}

interface FormAutocompleteProps<F extends FieldValues> {
  control: Control<F>
  name: FieldPath<F>
  label: string
  options: readonly Named[]
  /** The ids of several; otherwise the id of one, '' for none. */
  multiple?: boolean
  max?: number
  loading?: boolean
  required?: boolean
  helperText?: string
}

const text = ({ name, note }: Named) => (note ? `${name}（${note}）` : name)

/** A choice from many by typing, bound to a form. An id that is no option (any more) is kept, and can be removed. */
export function FormAutocomplete<F extends FieldValues>({ control, name, label, options, multiple = false, max = Infinity, loading = false, required = false, helperText }: FormAutocompleteProps<F>) {
  const { t } = useTranslation()
  const { field, fieldState } = useController({ control, name })
  const error = useFieldErrorText(fieldState.error)
  const ids = (multiple ? field.value : field.value ? [field.value] : []) as readonly string[]
  const known = ids.map(id => options.find(option => option.id === id) ?? { id, name: loading ? '…' : t('common.removed') })
  const full = multiple && ids.length >= max
  return (
    <Autocomplete<Named, boolean, boolean>
      multiple={multiple}
      disableClearable={required && !multiple}
      disableCloseOnSelect={multiple}
      filterSelectedOptions={multiple}
      options={options}
      loading={loading}
      loadingText={t('common.loading')}
      noOptionsText={t('common.noOptions')}
      value={multiple ? known : (known[0] ?? null)}
      onChange={(_event, value) => field.onChange(Array.isArray(value) ? value.map(({ id }) => id) : (value?.id ?? ''))}
      onBlur={field.onBlur}
      getOptionLabel={text}
      getOptionKey={({ id }) => id}
      getOptionDisabled={() => full}
      isOptionEqualToValue={(option, value) => option.id === value.id}
      renderValue={(value, getItemProps) =>
        Array.isArray(value) ? (
          value.map((option, index) => <Chip size="small" label={option.name} {...getItemProps({ index })} key={option.id} />)
        ) : (
          <Box component="span" sx={{ pl: 1 }}>
            {text(value)}
          </Box>
        )
      }
      renderInput={params => (
        <TextField {...params} label={label} required={required} inputRef={field.ref} error={Boolean(error)} helperText={error ?? (full ? t('common.atMost', { count: max }) : helperText)} />
      )}
    />
  )
}
