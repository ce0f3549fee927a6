import { useEffect, useState } from 'react'
import { publicHttp } from '@/shared/api/client'
import { times } from '@/shared/lib/limits'
import { password as passwordRule } from '@/shared/lib/validation'

/** What is known about the person who chooses a password, for the rule that refuses what can be guessed from it. */
export interface PasswordContext {
  /** The mailed link with which the password will be set. */
  token?: string
  /** The person's names, address and company, where they are signed in. */
  known?: string[]
}

/** The judgement on a password that is being typed: nothing as long as it breaks the rules of composition. */
export type PasswordStrength = { accepted: true } | { accepted: false; detail: string } | null

const composed = passwordRule()

/** Asks the server, whose rule decides when the password is set, a moment after each change. */
export function usePasswordStrength(password: string, { token, known }: PasswordContext): PasswordStrength {
  const [judged, setJudged] = useState<{ of: string; strength: PasswordStrength }>()
  const complete = composed.safeParse(password).success
  const texts = known?.join('\n')
  useEffect(() => {
    if (!complete) return
    const abort = new AbortController()
    const ask = async () => {
      try {
        const { data } = await publicHttp.POST('/password-strength', {
          body: { password, token, known: texts?.split('\n').filter(text => text !== '') },
          signal: abort.signal,
        })
        if (data) setJudged({ of: password, strength: data.accepted ? { accepted: true } : { accepted: false, detail: data.detail ?? '' } })
      } catch {
        // Setting the password will tell.
      }
    }
    const timer = setTimeout(() => void ask(), times.typing)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [complete, password, token, texts])
  return complete && judged?.of === password ? judged.strength : null
}
