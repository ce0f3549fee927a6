import { useSyncExternalStore } from 'react'

/*
 * Some changes need credentials that were entered a short time ago. The API refuses them otherwise, and the
 * client (`shared/api/client`) asks here and repeats the request, so that no screen has to know which they are.
 */

/** A request that waits for the user's credentials. */
export interface ProofQuestion {
  answer: (proven: boolean) => void
}

const listeners = new Set<() => void>()
let question: (ProofQuestion & { result: Promise<boolean> }) | null = null
let hosts = 0

const changed = () => {
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Asks the user to prove who they are; requests that wait at the same time get the same answer. False: the user declined, or nothing on the screen can ask. */
export function askProof(): Promise<boolean> {
  if (hosts === 0) return Promise.resolve(false)
  if (question) return question.result
  let resolve: (proven: boolean) => void = () => undefined
  const result = new Promise<boolean>(settle => {
    resolve = settle
  })
  const current = {
    result,
    answer: (proven: boolean) => {
      if (question === current) question = null
      changed()
      resolve(proven)
    },
  }
  question = current
  changed()
  return result
}

/** The component that shows the question is on the screen, until the returned function is called. */
export function hostProof(): () => void {
  hosts++
  return () => {
    hosts--
    question?.answer(false)
  }
}

/** The current question. */
export const useProofQuestion = (): ProofQuestion | null => useSyncExternalStore(subscribe, () => question)
