import { useEffect, useState } from 'react'
import { storeLoginState } from '@/shared/auth/loginState'
import type { TextKey } from '@/shared/i18n/keys'
import { page } from '@/shared/lib/browser'
import { paths, redirectTarget, withQuery } from '@/shared/lib/paths'
import { pendingSignIn, setPendingSignIn } from './pendingSignIn'
import { type Mode, type SignInOutcome, answerCode, beginRecovery, signInWithPassword } from './signIn'
import { type VerifyMode, VerifyView } from './VerifyView'

/** Wrong codes until the login begins again (specification, section 8: verification_failed). */
const maxWrong = 5

/** The second step of the login: a code of a second factor, or a recovery code. */
export function Verify({ search }: { search: URLSearchParams }) {
  const [pending, setPending] = useState(pendingSignIn)
  const [mode, setMode] = useState<VerifyMode>(() => pending?.mode ?? 'totp')
  const [recovering, setRecovering] = useState(false)
  const [wrong, setWrong] = useState(0)
  const [fault, setFault] = useState<TextKey | null>(null)
  const [sentAt, setSentAt] = useState(() => Date.now())
  const redirect = search.get('redirect') ?? undefined

  // After a reload the password is gone.
  useEffect(() => {
    if (!pending) page.go(withQuery(paths.login, { redirect }))
  }, [pending, redirect])
  if (!pending) return null

  const leave = (messageKey?: TextKey) => {
    setPendingSignIn(null)
    page.go(withQuery(paths.login, { messageKey, messageType: messageKey && 'error', redirect }))
  }

  const take = (outcome: SignInOutcome): boolean => {
    switch (outcome.kind) {
      case 'complete':
        setPendingSignIn(null)
        storeLoginState('loggedIn')
        page.setRoute(redirectTarget(redirect ?? null))
        page.reload()
        return true
      case 'failed':
        if (outcome.ends || outcome.messageKey === 'auth.provider.too_many_requests') leave(outcome.messageKey)
        else setFault(outcome.messageKey === 'auth.provider.verification_expired' ? 'mfa.verify.used' : outcome.messageKey)
        return false
      case 'code': {
        const next = { ...pending, mode: outcome.mode, destination: outcome.destination }
        setPendingSignIn(next)
        setPending(next)
        setMode(outcome.mode)
        setSentAt(Date.now())
        return true
      }
      case 'recovery':
        return true
    }
  }

  const countWrong = (key: TextKey) => {
    if (wrong + 1 >= maxWrong) return leave('auth.provider.verification_failed')
    setWrong(wrong + 1)
    setFault(key)
  }

  const submit = async (code: string) => {
    setFault(null)
    if (mode === 'recovery_code') {
      if (!recovering) {
        const begun = await beginRecovery(pending.email, pending.password)
        if (begun.kind !== 'recovery') {
          take(begun)
          return
        }
        setRecovering(true)
      }
      const outcome = await answerCode(code)
      if (outcome.kind === 'recovery') countWrong('mfa.verify.wrongRecovery')
      else take(outcome.kind === 'failed' && outcome.messageKey === 'auth.provider.form_password_incorrect' ? { ...outcome, messageKey: 'auth.provider.verification_failed' } : outcome)
      return
    }
    const outcome = await answerCode(code)
    if (outcome.kind === 'failed' && outcome.messageKey === 'auth.provider.form_code_incorrect') countWrong(outcome.messageKey)
    else take(outcome)
  }

  /** Begins the sign-in again: with another factor, or for another code. */
  const beginAgain = async (wanted: Mode) => {
    setFault(null)
    setRecovering(false)
    return take(await signInWithPassword(pending.email, pending.password, wanted))
  }

  const choose = async (next: VerifyMode) => {
    setFault(null)
    if (next === 'recovery_code') setMode(next)
    // The sign-in under way still waits for this factor, unless one with a recovery code has replaced it.
    else if (next === pending.mode && !recovering) setMode(next)
    else await beginAgain(next)
  }

  const others: VerifyMode[] = [...pending.choices, 'recovery_code' as const].filter(one => one !== mode)
  return <VerifyView key={mode} mode={mode} others={others} destination={pending.destination} sentAt={sentAt} fault={fault} onSubmit={submit} onResend={() => beginAgain('phone_code')} onChoose={choose} onLeave={() => leave()} />
}
