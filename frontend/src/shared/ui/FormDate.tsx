import type { FieldValues } from 'react-hook-form'
import { FormField, type FormFieldProps } from './FormField'

/** A day, bound to a form; '' is none. */
export function FormDate<F extends FieldValues>(props: FormFieldProps<F>) {
  return <FormField {...props} type="date" slotProps={{ inputLabel: { shrink: true }, htmlInput: { max: '9999-12-31' } }} />
}
