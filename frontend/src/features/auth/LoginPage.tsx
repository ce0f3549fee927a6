import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { type LoginState, peekLoginState, storeLoginState, takeLoginState } from '@/shared/auth/loginState'
import { hasText } from '@/shared/i18n/i18n'
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

/** What the address asks to be said: a key of ours, or a plain text, kept short. */
function noticeFromQuery(search: URLSearchParams): LoginNotice | null {
  const color = colors.find(name => name === search.get('messageType')) ?? 'info'
  const key = search.get('messageKey')
  if (key && /^(messages|auth\.state)\./.test(key) && hasText(key)) return { color, key }
  const text = search.get('messageText')?.slice(0, 200)
  return text ? { color, text } : null
}

export function LoginPage() {
  const [search] = useSearchParams()
  const [left] = useState(peekLoginState)
  const [failure, setFailure] = useState<LoginNotice | null>(null)

  // Said once: the next visit to this page knows nothing of it.
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
