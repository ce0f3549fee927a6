import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { type LoginState, peekLoginState, storeLoginState, takeLoginState } from '@/shared/auth/loginState'
import { text } from '@/shared/i18n/i18n'
import { page } from '@/shared/lib/browser'
import { redirectTarget } from '@/shared/lib/paths'
import { type LoginNotice, LoginPageView } from './LoginPageView'
import { signInWithPassword } from './signIn'

const stateNotices: Partial<Record<LoginState, LoginNotice>> = {
  tokenInvalidated: { color: 'warning', key: 'auth.state.tokenInvalidated' },
  inactiveUser: { color: 'error', key: 'auth.state.inactiveUser' },
  permissionDenied: { color: 'warning', key: 'auth.state.permissionDenied' },
  twoFactorCompleted: { color: 'success', key: 'auth.state.twoFactorCompleted' },
}

const colors = ['info', 'success', 'warning', 'error'] as const

/** The messages that the address may request. */
const messages = ['messages.passwordReset', 'messages.recoverySent', 'messages.activationSent', 'messages.signupSucceeded', 'messages.passwordChanged', ...Object.values(stateNotices).map(({ key }) => key)]

/** The message requested by the address, by its key or its text. Anybody can write an address, so other texts are not shown. */
function noticeFromQuery(search: URLSearchParams): LoginNotice | null {
  const color = colors.find(name => name === search.get('messageType')) ?? 'info'
  const key = messages.find(one => one === search.get('messageKey') || text(one) === search.get('messageText'))
  return key ? { color, key } : null
}

export function LoginPage() {
  const [search] = useSearchParams()
  const [left] = useState(peekLoginState)
  const [failure, setFailure] = useState<LoginNotice | null>(null)

  // Shown once: the next visit to this page does not repeat it.
  useEffect(() => {
    takeLoginState()
  }, [])

  const logIn = async ({ email, password }: { email: string; password: string }) => {
    setFailure(null)
    const outcome = await signInWithPassword(email, password)
    if (outcome.kind === 'failed') {
      setFailure({ color: 'error', key: outcome.messageKey })
      return
    }
    storeLoginState('loggedIn')
    page.setRoute(redirectTarget(search.get('redirect')))
    page.reload()
  }

  const notice = failure ?? noticeFromQuery(search) ?? (left && stateNotices[left]) ?? null
  return <LoginPageView notice={notice} onSubmit={logIn} />
}
