import type { FormEvent } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { releaseUnsaved, useUnsaved } from './unsaved'

/**
 * Guards what has been typed into a form, and answers what its submitting does: `save`, then `done`. On the way out the same
 * saving is offered, unless the form is `blocked` by something that has to be chosen first.
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
