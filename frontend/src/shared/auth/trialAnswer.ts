import { page } from '@/shared/lib/browser'
import { paths } from '@/shared/lib/paths'

/* The part of a test login (trial.ts) that the first load has. */

export const trialKey = 'anzen.samlTrial'

/** A test that has left this tab. */
export interface Trial {
  /** The mail domain by which the provider is found. */
  domain: string
  state: string
  /** Of PKCE (RFC 7636). */
  verifier: string
  /** It has been repeated by itself. */
  again: boolean
  /** The query with which the hosted pages have returned. */
  answer?: string
}

export const storeTrial = (trial: Trial) => sessionStorage.setItem(trialKey, JSON.stringify(trial))

export const storedTrial = () => JSON.parse(sessionStorage.getItem(trialKey) ?? 'null') as Trial | null

/** Keeps the answer in the address for the screen that began the test; false if it answers no test of this tab. */
export function keepTrialAnswer(query: string): boolean {
  const trial = storedTrial()
  if (!trial || trial.answer !== undefined || new URLSearchParams(query).get('state') !== trial.state) return false
  storeTrial({ ...trial, answer: query })
  page.setRoute(paths.samlSetting)
  return true
}
