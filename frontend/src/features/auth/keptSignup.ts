import { useEffect, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { dropDraft, keepDraft, keptDraft, visitor } from '@/shared/lib/drafts'
import { haveFields } from '@/shared/lib/haveFields'

const name = 'signup'

/** What was typed before a reload; `start` where there is nothing. The form has no secret. */
export function useTypedBefore<F extends object>(start: F): F {
  const [typed] = useState(() => keptDraft(visitor, name, (content): content is F => haveFields(content, start))?.content ?? start)
  return typed
}

/** Stores what is typed with every change; returns a function that removes it. */
export function useKept<F extends object>({ getValues, subscribe }: Pick<UseFormReturn<F>, 'getValues' | 'subscribe'>): () => void {
  useEffect(() => subscribe({ formState: { values: true }, callback: () => void keepDraft(visitor, name, 0, getValues()) }), [getValues, subscribe])
  return () => dropDraft(visitor, name)
}
