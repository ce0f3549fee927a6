import { zodResolver } from '@hookform/resolvers/zod'
import { type FormEvent, useEffect, useReducer, useRef } from 'react'
import { type DefaultValues, type FieldPath, type FieldValues, type PathValue, type UseFormReturn, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { ApiError } from '@/shared/api/error'
import { errorText } from '@/shared/api/report'
import { mergeFields, same } from './merge'
import { applyServerErrors } from './serverErrors'
import { type Unsaved, releaseUnsaved, useUnsaved } from './unsaved'

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

interface Options<F extends FieldValues> {
  /** The form's part of the screen. */
  part: string
  /** The record as last read; of a new one its first values. Must be stable between renders. */
  stored: Stored<F>
  schema: z.ZodType<F, F>
  /** Saves over a version, and returns the record as it is then (nothing: it is not edited further). Throws if refused. */
  save: (values: F, version: number) => Promise<Stored<F> | void>
  /** Reads the record again after it was refused as out of date; null if it has been deleted. */
  read?: () => Promise<Stored<F> | null>
  /** The API's names of fields, where they differ. */
  names?: Record<string, FieldPath<F>>
  /** The field that a refusal as a duplicate (409) concerns. */
  unique?: FieldPath<F>
  /** It is saved, and nothing has been typed since. */
  onDone?: () => void
  /** Another user has deleted the record. */
  deleted?: boolean
  /** Whether the form survives a navigation; by default if the page stays the same. */
  survives?: Unsaved['survives']
}

interface State<F extends FieldValues> {
  base: Stored<F>
  /** Fields that need a choice. */
  names: readonly FieldPath<F>[]
  /** Other users' changes were merged with the input. */
  merged: boolean
  saving: boolean
  /** The failure of the last attempt, if it concerns no field. */
  failure: string | null
  deleted: boolean
}

/** The state of a form of a record; see useRecordForm. */
export interface RecordForm<F extends FieldValues> extends Pick<UseFormReturn<F>, 'control' | 'setValue'> {
  /** Fields that both users have changed; saving waits for a choice. */
  conflicts: readonly Conflict<F>[]
  choose: (name: FieldPath<F>, whose: 'mine' | 'theirs') => void
  /** Other users' changes of other fields have been taken over. */
  merged: boolean
  failure: string | null
  deleted: boolean
  dirty: boolean
  saving: boolean
  /** Saving is impossible as it is. */
  blocked: boolean
  /** Goes back to the record as stored. */
  discard: () => void
  submit: (event: FormEvent) => Promise<void>
}

/** How often a save is repeated over other users' changes of other fields. */
const maxTries = 4

const isStale = (error: unknown) => error instanceof ApiError && error.status === 412

/**
 * The edit of a record: its base, the user's input and the record as stored. When a newer version becomes known (by a
 * refused save, or any new read) the input stays, fields changed only by others are taken over, and fields changed by both
 * need a choice. Changes of different fields are saved together at once. What is typed during a save is input on top of
 * what was saved. Leaving asks, and offers the same saving.
 */
export function useRecordForm<F extends FieldValues>({ part, stored, schema, save, read, names = {}, unique, onDone, deleted = false, survives }: Options<F>): RecordForm<F> {
  const form = useForm<F>({ resolver: zodResolver(schema), defaultValues: stored.values as DefaultValues<F> })
  const { control, formState, getValues, handleSubmit, reset, setError, setValue } = form
  const [state, update] = useReducer((now: State<F>, patch: Partial<State<F>>): State<F> => ({ ...now, ...patch }), {
    base: stored,
    names: [],
    merged: false,
    saving: false,
    failure: null,
    deleted: false,
  })
  const { base, saving } = state
  const fields = Object.keys(stored.values) as FieldPath<F>[]

  /** Puts the input on top of a newer record; returns the fields in which they differ. */
  const rebase = (before: F, now: Stored<F>, own: boolean): { differing: FieldPath<F>[]; conflicts: FieldPath<F>[] } => {
    const { merged, conflicts } = mergeFields(before, getValues(), now.values)
    const differing = fields.filter(name => !same(merged[name], now.values[name]))
    reset(now.values)
    for (const name of differing) setValue(name, merged[name], { shouldDirty: true })
    // A former conflict that still differs stays one; what is typed during a save is on top of one's own record.
    const open = own ? [] : differing.filter(name => state.names.includes(name) || conflicts.includes(name))
    update({ base: now, names: open, ...(own ? { merged: false } : differing.length > 0 && { merged: true }) })
    return { differing, conflicts: open }
  }
  const latest = useRef(rebase)
  useEffect(() => {
    latest.current = rebase
  })
  useEffect(() => {
    // During a save a newer version may be its own.
    if (!saving && stored.version > base.version) latest.current(base.values, stored, false)
  }, [stored, base, saving])

  const refused = (error: unknown): void => {
    if (applyServerErrors(error, setError, fields, names)) return
    if (unique && error instanceof ApiError && error.status === 409 && error.detail) return setError(unique, { type: 'server', message: error.detail }, { shouldFocus: true })
    update({ failure: errorText(error, 'update') })
  }
  /** Returns whether everything is saved. */
  const attempt = async (values: F): Promise<boolean> => {
    let [now, wanted] = [base, values]
    for (let tried = 1; ; tried++) {
      try {
        const answer = await save(wanted, now.version)
        return !answer || latest.current(wanted, answer, true).differing.length === 0
      } catch (error) {
        if (!read || !isStale(error) || tried === maxTries) throw error
        const theirs = await read()
        if (!theirs) {
          update({ deleted: true })
          return false
        }
        if (theirs.version <= now.version) throw error
        const { merged } = mergeFields(now.values, wanted, theirs.values)
        if (latest.current(now.values, theirs, false).conflicts.length > 0) return false
        ;[now, wanted] = [theirs, merged]
      }
    }
  }
  const run = async (event?: FormEvent): Promise<boolean> => {
    if (saving) return false
    let saved = false
    await handleSubmit(async values => {
      update({ saving: true, failure: null })
      try {
        saved = await attempt(values)
      } catch (error) {
        refused(error)
      }
      update({ saving: false })
    })(event)
    return saved
  }

  const conflicts: Conflict<F>[] = state.names
    // A field that has become equal, by typing or discarding, is no conflict any more.
    .filter(name => !same(getValues(name), base.values[name]))
    .map(name => ({ name, theirs: base.values[name] as Conflict<F>['theirs'] }))
  const gone = deleted || state.deleted
  const blocked = gone || conflicts.length > 0
  const discard = () => {
    reset()
    update({ names: [], merged: false, failure: null })
  }
  useUnsaved(formState.isDirty, { part, save: blocked ? undefined : () => run(), discard, survives })

  return {
    control,
    setValue,
    conflicts,
    choose: (name, whose) => {
      if (whose === 'theirs') setValue(name, base.values[name] as PathValue<F, FieldPath<F>>, { shouldDirty: true, shouldValidate: true })
      update({ names: state.names.filter(one => one !== name) })
    },
    merged: state.merged && formState.isDirty,
    failure: state.failure,
    deleted: gone,
    dirty: formState.isDirty,
    saving,
    blocked,
    discard,
    submit: async event => {
      if (blocked) return event.preventDefault()
      if (!(await run(event))) return
      releaseUnsaved(part)
      onDone?.()
    },
  }
}
