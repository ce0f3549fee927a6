import type { Mode } from './signIn'

/** A sign-in whose password was correct, and that waits for a code. It is only in memory: a reload begins again. */
export interface PendingSignIn {
  email: string
  password: string
  mode: Mode
  /** All second factors of the user. */
  choices: readonly Mode[]
  /** The phone that the code was sent to, masked. */
  destination: string
}

let pending: PendingSignIn | null = null

export const pendingSignIn = (): PendingSignIn | null => pending

export function setPendingSignIn(next: PendingSignIn | null): void {
  pending = next
}
