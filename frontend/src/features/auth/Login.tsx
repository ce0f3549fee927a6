import { useEffect, useState } from 'react'
import { type LoginState, peekLoginState, storeLoginState, takeLoginState } from '@/shared/auth/loginState'
import { config } from '@/shared/config/config'
import { signsInWithPasskeys } from '@/shared/auth/passkey'
import { text } from '@/shared/i18n/i18n'
import type { TextKey } from '@/shared/i18n/keys'
import { page } from '@/shared/lib/browser'
import { paths, redirectTarget, withQuery } from '@/shared/lib/paths'
import { loadChunk } from '@/shared/lib/chunks'
import { type LoginNotice, LoginView } from './LoginView'
import { setPendingSignIn } from './pendingSignIn'
import type * as Client from './signIn'

type SignInOutcome = Client.SignInOutcome

/** The client of the user pool. */
export const loadSignIn = () => import('./signIn')

const stateNotices: Partial<Record<LoginState, LoginNotice>> = {
  tokenInvalidated: { color: 'warning', key: 'auth.state.tokenInvalidated' },
  idle: { color: 'info', key: 'auth.state.idle' },
  inactiveUser: { color: 'error', key: 'auth.state.inactiveUser' },
  permissionDenied: { color: 'warning', key: 'auth.state.permissionDenied' },
  twoFactorCompleted: { color: 'success', key: 'auth.state.twoFactorCompleted' },
}

const colors = ['info', 'success', 'warning', 'error'] as const

/** The messages that the address may request. */
const messages: readonly TextKey[] = ['messages.passwordReset', 'messages.recoverySent', 'messages.activationSent', 'messages.signupSucceeded', 'messages.passwordChanged', 'auth.provider.verification_failed', 'auth.provider.verification_expired', 'auth.provider.too_many_requests', ...Object.values(stateNotices).map(({ key }) => key)]

/** The message requested by the address, by its key or its text. Anybody can write an address, so other texts are not shown. */
function noticeFromQuery(search: URLSearchParams): LoginNotice | null {
  const color = colors.find(name => name === search.get('messageType')) ?? 'info'
  const key = messages.find(one => one === search.get('messageKey') || text(one) === search.get('messageText'))
  return key ? { color, key } : null
}

/** The login. `search` is the query of its address; it needs no router, and loads the user pool's client only when it is sent. */
export function Login({ search }: { search: URLSearchParams }) {
  const [left] = useState(peekLoginState)
  const [failure, setFailure] = useState<LoginNotice | null>(null)
  const address = search.toString()
  const [drawnFor, setDrawnFor] = useState(address)
  // At another address what was reported before is over.
  if (address !== drawnFor) {
    setDrawnFor(address)
    setFailure(null)
  }

  // Shown once: the next visit to this page does not repeat it.
  useEffect(() => {
    takeLoginState()
  }, [])

  const begin = (work: (client: typeof Client) => Promise<SignInOutcome>) => {
    setFailure(null)
    return loadChunk(loadSignIn).then(work, (): SignInOutcome => ({ kind: 'failed', messageKey: 'errors.network', ends: true }))
  }
  const finish = (outcome: SignInOutcome) => {
    if (outcome.kind === 'failed') setFailure({ color: 'error', key: outcome.messageKey })
    if (outcome.kind !== 'complete') return
    storeLoginState('loggedIn')
    page.setRoute(redirectTarget(search.get('redirect')))
    page.reload()
  }
  const logIn = async ({ email, password }: { email: string; password: string }) => {
    const outcome = await begin(({ signInWithPassword }) => signInWithPassword(email, password))
    if (outcome.kind === 'code') {
      const { mode, choices, destination } = outcome
      setPendingSignIn({ email, password, mode, choices, destination })
      page.go(withQuery(paths.loginVerify, { mode, redirect: search.get('redirect') ?? undefined }))
      return
    }
    finish(outcome)
  }
  const logInWithPasskey = async (email: string) => finish(await begin(({ signInWithPasskey }) => signInWithPasskey(email)))

  const notice = failure ?? noticeFromQuery(search) ?? (left && stateNotices[left]) ?? null
  const saml = config().oauthDomain ? withQuery(paths.samlLogin, { redirect: search.get('redirect') ?? undefined }) : undefined
  return <LoginView notice={notice} saml={saml} onSubmit={logIn} onPasskey={signsInWithPasskeys() ? logInWithPasskey : undefined} />
}
