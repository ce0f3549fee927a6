import { useEffect, useReducer } from 'react'
import type { FieldPath, FieldValues, PathValue, UseFormReturn } from 'react-hook-form'
import { mergeFields } from './merge'

/** A record as stored, in the form's terms. */
export interface Stored<F> {
  version: number
  values: F
}

/** A field that another user has changed during the edit. */
export interface Conflict<F extends FieldValues> {
  name: FieldPath<F>
  theirs: PathValue<F, FieldPath<F>>
}

interface State<F extends FieldValues> {
  base: Stored<F>
  /** Fields that need a choice. */
  names: readonly FieldPath<F>[]
  /** Other users' changes were merged with the input. */
  merged: boolean
}

/**
 * Keeps a form together with the record that it edits. When a newer version of the record becomes known (by
 * a refused save, or any new read), the input stays, fields changed only by others are taken over, and
 * fields changed by both need a choice. `version` is the one to save over: the one that the user has seen.
 */
export function useVersionedForm<F extends FieldValues>(form: UseFormReturn<F>, stored: Stored<F>) {
  const [{ base, names, merged }, update] = useReducer(
    (state: State<F>, patch: Partial<State<F>>): State<F> => ({ ...state, ...patch }),
    { base: stored, names: [], merged: false },
  )
  const { getValues, reset, setValue } = form
  useEffect(() => {
    if (stored.version === base.version) return
    const { merged: together, conflicts } = mergeFields(base.values, getValues(), stored.values)
    const differing = (Object.keys(stored.values) as FieldPath<F>[]).filter(name => JSON.stringify(together[name]) !== JSON.stringify(stored.values[name]))
    reset(stored.values)
    for (const name of differing) setValue(name, together[name], { shouldDirty: true })
    // A former conflict that still differs stays one.
    update({ base: stored, names: differing.filter(name => names.includes(name) || conflicts.includes(name)), merged: differing.length > 0 })
  }, [stored, base, names, getValues, reset, setValue])

  // A field that has become equal, by typing or discarding, is no conflict any more.
  const differs = (name: FieldPath<F>) => JSON.stringify(getValues(name)) !== JSON.stringify(base.values[name])
  const conflicts: Conflict<F>[] = names.filter(differs).map(name => ({ name, theirs: base.values[name] as Conflict<F>['theirs'] }))
  const choose = (name: FieldPath<F>, whose: 'mine' | 'theirs') => {
    if (whose === 'theirs') setValue(name, base.values[name] as PathValue<F, FieldPath<F>>, { shouldDirty: true, shouldValidate: true })
    update({ names: names.filter(one => one !== name) })
  }
  return { version: base.version, conflicts, choose, merged: merged && form.formState.isDirty }
}
