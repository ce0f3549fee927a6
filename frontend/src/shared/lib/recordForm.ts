import { zodResolver } from '@hookform/resolvers/zod'
import { type FormEvent, useEffect, useReducer, useRef, useState } from 'react'
import { type DefaultValues, type FieldPath, type FieldValues, type PathValue, type UseFormReturn, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { ApiError } from '@/shared/api/error'
import { errorText } from '@/shared/api/report'
import type { Restored } from './drafts'
import { type FormRecord, restoredInput, useKeptInput } from './formDraft'
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
  /** Under which the input is stored in this tab while it is unsaved; without it, a reload loses the input. Forms with secrets have none. */
  record?: FormRecord
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
  /** Not all of the fields are on the screen: refusals are reported as a whole, and leaving offers no saving. */
  inSteps?: boolean
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
  failure: Failure | null
  deleted: boolean
  /** The input of an earlier visit is back. */
  restored: Restored
}

/** Why a record was not saved. */
export interface Failure {
  text: string
  /** It needs an option or a larger plan. */
  plan: boolean
}

/** The state of a form of a record; see useRecordForm. */
export interface RecordForm<F extends FieldValues> extends Pick<UseFormReturn<F>, 'control' | 'setValue'> {
  /** Fields that both users have changed; saving waits for a choice. */
  conflicts: readonly Conflict<F>[]
  choose: (name: FieldPath<F>, whose: 'mine' | 'theirs') => void
  /** Other users' changes of other fields have been taken over. */
  merged: boolean
  /** The input of an earlier visit has been restored. */
  restored: Restored
  failure: Failure | null
  deleted: boolean
  dirty: boolean
  saving: boolean
  /** Saving is impossible as it is. */
  blocked: boolean
  /** Goes back to the record as stored. */
  discard: () => void
  submit: (event?: FormEvent) => Promise<void>
}

/** How often a save is repeated over other users' changes of other fields. */
const maxTries = 4

/** The record is no longer as it was read: changed, or deleted. */
const isOutOfDate = (error: unknown) => error instanceof ApiError && (error.status === 412 || error.status === 404)

/**
 * The edit of a record: its base, the user's input and the record as stored. When a newer version becomes known (by a
 * refused save, or any new read) the input stays, fields changed only by others are taken over, and fields changed by both
 * need a choice. Changes of different fields are saved together at once. What is typed during a save is input on top of
 * what was saved. Leaving asks, and offers the same saving. With a `record`, unsaved input survives a reload.
 */
export function useRecordForm<F extends FieldValues>({ part, record, stored, schema, save, read, names = {}, unique, inSteps = false, onDone, deleted = false, survives }: Options<F>): RecordForm<F> {
  const [back] = useState(() => (record ? restoredInput(record, stored.version, stored.values) : null))
  // Input for an older version begins from that version, and is then put on top of the newer one as any other.
  const [first] = useState<Stored<F>>(() => (back?.version === undefined ? stored : { version: back.version, values: back.base }))
  const form = useForm<F>({ resolver: zodResolver(schema), defaultValues: first.values as DefaultValues<F> })
  const { control, formState, getValues, handleSubmit, reset, setError, setValue } = form
  const [state, update] = useReducer((now: State<F>, patch: Partial<State<F>>): State<F> => ({ ...now, ...patch }), {
    base: first,
    names: [],
    merged: false,
    saving: false,
    failure: null,
    deleted: false,
    restored: !back ? 'none' : back.version === undefined ? 'same' : 'newer',
  })
  const { base, saving } = state
  const fields = Object.keys(stored.values) as FieldPath<F>[]

  useEffect(() => {
    if (back) reset(back.mine, { keepDefaultValues: true })
  }, [back, reset])
  const { kept, drop } = useKeptInput(record, form, base.version, base.values)

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
    if (!inSteps && applyServerErrors(error, setError, fields, names)) return
    if (unique && error instanceof ApiError && error.status === 409 && error.detail) return setError(unique, { type: 'server', message: error.detail }, { shouldFocus: true })
    update({ failure: { text: errorText(error, 'update'), plan: error instanceof ApiError && error.status === 402 } })
  }
  /** Returns whether everything is saved. */
  const attempt = async (values: F): Promise<boolean> => {
    let [now, wanted] = [base, values]
    for (let tried = 1; ; tried++) {
      try {
        const answer = await save(wanted, now.version)
        return !answer || latest.current(wanted, answer, true).differing.length === 0
      } catch (error) {
        if (!read || !isOutOfDate(error) || tried === maxTries) throw error
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
    if (saved) {
      drop()
      update({ restored: 'none' })
    }
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
    drop()
    update({ names: [], merged: false, failure: null, restored: 'none' })
  }
  useUnsaved(formState.isDirty, { part, save: blocked || inSteps ? undefined : () => run(), discard, survives, kept })

  return {
    control,
    setValue,
    conflicts,
    choose: (name, whose) => {
      if (whose === 'theirs') setValue(name, base.values[name] as PathValue<F, FieldPath<F>>, { shouldDirty: true, shouldValidate: true })
      update({ names: state.names.filter(one => one !== name) })
    },
    merged: state.merged && formState.isDirty,
    restored: formState.isDirty ? state.restored : 'none',
    failure: state.failure,
    deleted: gone,
    dirty: formState.isDirty,
    saving,
    blocked,
    discard,
    submit: async event => {
      if (blocked) return event?.preventDefault()
      if (!(await run(event))) return
      releaseUnsaved(part)
      onDone?.()
    },
  }
}
