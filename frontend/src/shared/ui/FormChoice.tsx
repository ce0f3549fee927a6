import { Checkbox, FormControl, FormControlLabel, FormGroup, FormHelperText, FormLabel, MenuItem, Radio, RadioGroup, TextField, type TextFieldProps } from '@mui/material'
import { type ReactNode, useId } from 'react'
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'
import { useFieldErrorText } from './FormField'

/** One of some choices. */
export interface Choice<V extends string | number = string | number> {
  value: V
  label: string
  /** What it means, below it. */
  help?: string
}

interface Bound<F extends FieldValues> {
  control: Control<F>
  name: FieldPath<F>
  label: string
  helperText?: ReactNode
  options: readonly Choice[]
}

function useBound<F extends FieldValues>({ control, name }: Pick<Bound<F>, 'control' | 'name'>) {
  const { field, fieldState } = useController({ control, name })
  return { field, error: useFieldErrorText(fieldState.error) }
}

/** The choice with the value, or with the text that the browser has made of it. */
const chosen = (options: readonly Choice[], picked: string | number) => options.find(({ value }) => String(value) === String(picked))?.value

/** A choice from a menu, bound to a form. */
export function FormSelect<F extends FieldValues>({ control, name, label, helperText, options, ...rest }: Bound<F> & Pick<TextFieldProps, 'sx' | 'disabled' | 'required'>) {
  const { field, error } = useBound({ control, name })
  const { ref, onChange, ...bound } = field
  return (
    <TextField {...rest} {...bound} select label={label} inputRef={ref} error={Boolean(error)} helperText={error ?? helperText} onChange={event => onChange(chosen(options, event.target.value))} fullWidth>
      {options.map(({ value, label: text }) => (
        <MenuItem key={value} value={value}>
          {text}
        </MenuItem>
      ))}
    </TextField>
  )
}

/** A choice from some that are all shown, bound to a form. */
export function FormRadio<F extends FieldValues>({ control, name, label, helperText, options, row = false, disabled = false }: Bound<F> & { row?: boolean; disabled?: boolean }) {
  const { field, error } = useBound({ control, name })
  const labelId = useId()
  return (
    <FormControl error={Boolean(error)} disabled={disabled}>
      <FormLabel id={labelId} sx={{ fontSize: 'dense' }}>
        {label}
      </FormLabel>
      <RadioGroup row={row} aria-labelledby={labelId} name={field.name} value={field.value} onBlur={field.onBlur} onChange={event => field.onChange(chosen(options, event.target.value))}>
        {options.map(({ value, label: text, help }, i) => (
          <FormControlLabel
            key={value}
            value={value}
            control={<Radio size="small" slotProps={{ input: { ref: i === 0 ? field.ref : undefined } }} />}
            label={
              help ? (
                <>
                  {text}
                  <FormHelperText component="span" sx={{ display: 'block', m: 0 }}>
                    {help}
                  </FormHelperText>
                </>
              ) : (
                text
              )
            }
            slotProps={{ typography: { variant: 'body2' } }}
            sx={help ? { alignItems: 'flex-start', mb: 0.5 } : undefined}
          />
        ))}
      </RadioGroup>
      {(error ?? helperText) && <FormHelperText sx={{ mx: 0 }}>{error ?? helperText}</FormHelperText>}
    </FormControl>
  )
}

/** Any of some choices, bound to a form; they keep the order of the options. */
export function FormTicks<F extends FieldValues>({ control, name, label, helperText, options }: Bound<F>) {
  const { field, error } = useBound({ control, name })
  const value = field.value as readonly (string | number)[]
  return (
    <FormControl component="fieldset" error={Boolean(error)}>
      <FormLabel component="legend" sx={{ fontWeight: 600, color: 'text.primary' }}>
        {label}
      </FormLabel>
      {(error ?? helperText) && <FormHelperText sx={{ mx: 0 }}>{error ?? helperText}</FormHelperText>}
      <FormGroup sx={{ mt: 1 }}>
        {options.map(({ value: one, label: text }, i) => (
          <FormControlLabel
            key={one}
            label={text}
            control={
              <Checkbox
                checked={value.includes(one)}
                onBlur={field.onBlur}
                slotProps={{ input: { ref: i === 0 ? field.ref : undefined } }}
                onChange={(_, ticked) => field.onChange(options.map(option => option.value).filter(other => (other === one ? ticked : value.includes(other))))}
              />
            }
          />
        ))}
      </FormGroup>
    </FormControl>
  )
}

/** Yes or no, bound to a form. */
export function FormTick<F extends FieldValues>({ control, name, label, helperText }: Omit<Bound<F>, 'options'>) {
  const { field, error } = useBound({ control, name })
  return (
    <FormControl error={Boolean(error)}>
      <FormControlLabel label={label} control={<Checkbox checked={Boolean(field.value)} onBlur={field.onBlur} onChange={(_, ticked) => field.onChange(ticked)} slotProps={{ input: { ref: field.ref } }} />} />
      {(error ?? helperText) && <FormHelperText sx={{ mx: 0 }}>{error ?? helperText}</FormHelperText>}
    </FormControl>
  )
}
