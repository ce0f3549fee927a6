import { useCallback, useEffect, useRef } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { type DraftOwner, dropDraft, keepDraft, keptDraft } from './drafts'
import { haveFields, isObject } from './haveFields'
import { mergeFields, same } from './merge'

/*
 * The input of a form while it is unsaved, stored in this tab (drafts.ts). The record that it started from is stored with
 * it, so that the changes of others since then are recognised when it is restored.
 */

/** Whose input a form's is, and the name of its record. */
export interface FormRecord {
  owner: DraftOwner
  name: string
}

interface Input<F> {
  base: F
  mine: F
}

/** Input of an earlier visit: the record that it started from, and the input. */
export interface RestoredInput<F> extends Input<F> {
  /** Undefined: the record has not changed since. */
  version: number | undefined
}

/** The stored input of a record that is now at a version with some values; null if there is none, or it says the same. */
export function restoredInput<F extends FieldValues>({ owner, name }: FormRecord, version: number, values: F): RestoredInput<F> | null {
  const fits = (content: unknown): content is Input<F> => isObject(content) && haveFields(content.base, values) && haveFields(content.mine, values)
  const kept = keptDraft(owner, name, fits)
  if (!kept) return null
  if (kept.version < version) return { ...kept.content, version: kept.version }
  // Of a new record the first values may be others by now.
  const { merged } = mergeFields(kept.content.base, kept.content.mine, values)
  return same(merged, values) ? null : { base: values, mine: merged, version: undefined }
}

/** Stores the input of a form with every change of it, and removes it when it equals the record. */
export function useKeptInput<F extends FieldValues>(record: FormRecord | undefined, { getValues, subscribe }: Pick<UseFormReturn<F>, 'getValues' | 'subscribe'>, version: number, base: F) {
  const [personId, companyId, name] = [record?.owner.personId, record?.owner.companyId, record?.name]
  const isKept = useRef(false)
  useEffect(() => {
    if (personId === undefined || companyId === undefined || name === undefined) return
    const owner = { personId, companyId }
    const keep = () => {
      const mine = getValues()
      isKept.current = true
      if (same(mine, base)) dropDraft(owner, name)
      else isKept.current = keepDraft(owner, name, version, { base, mine } satisfies Input<F>)
    }
    const end = subscribe({ formState: { values: true }, callback: keep })
    keep()
    return end
  }, [personId, companyId, name, getValues, subscribe, version, base])
  return {
    /** Whether the input is stored. */
    kept: useCallback(() => isKept.current, []),
    /** The input has been saved or discarded. */
    drop: useCallback(() => {
      if (personId !== undefined && companyId !== undefined && name !== undefined) dropDraft({ personId, companyId }, name)
    }, [personId, companyId, name]),
  }
}
