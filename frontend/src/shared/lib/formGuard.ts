import type { FormEvent } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { releaseUnsaved, useUnsaved } from './unsaved'

/**
 * Guards a form's input, and returns its submit handler: `save`, then `done`. When leaving, the same saving
 * is offered, unless the form is `blocked` by an open choice.
 */
export function useSaveOnLeave<F extends FieldValues>(part: string, form: UseFormReturn<F>, save: (values: F) => Promise<boolean>, blocked = false, done?: () => void) {
  const run = async (event?: FormEvent) => {
    let saved = false
    await form.handleSubmit(async values => {
      saved = await save(values)
    })(event)
    return saved
  }
  useUnsaved(form.formState.isDirty, { part, save: blocked ? undefined : () => run(), discard: () => form.reset() })
  return async (event: FormEvent) => {
    if (blocked) return event.preventDefault()
    if (!(await run(event))) return
    releaseUnsaved(part)
    done?.()
  }
}
