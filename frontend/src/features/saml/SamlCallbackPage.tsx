import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { storeLoginState } from '@/shared/auth/loginState'
import { forgetHostedSignIn } from '@/shared/auth/stored'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { page } from '@/shared/lib/browser'
import { loadChunk } from '@/shared/lib/chunks'
import { paths, withQuery } from '@/shared/lib/paths'
import { FormCard } from '@/shared/ui/FormCard'
import { Spinner } from '@/shared/ui/Spinner'
import { type Reason, answerOf } from './lib/answer'
import { storePending, takePending } from './lib/pending'

const loadHosted = () => import('@/shared/auth/hosted')

/** Uses the answer in the address up, and returns the route that follows; null where the page is being left. */
async function follow(): Promise<string | null> {
  const answer = answerOf(window.location.search)
  const pending = takePending()
  const redirect = pending?.redirect ?? undefined
  const failed = (reason: Reason) => {
    forgetHostedSignIn()
    page.setRoute(paths.samlCallback)
    return withQuery(paths.samlError, { reason, redirect })
  }
  try {
    if (answer.kind === 'failed') return failed(answer.reason)
    const { leaveForProvider, completeHostedSignIn } = await loadChunk(loadHosted)
    if (answer.kind === 'linked') {
      if (!pending || pending.again) return failed('failed')
      forgetHostedSignIn()
      page.setRoute(paths.samlCallback)
      storePending({ ...pending, again: true })
      await leaveForProvider(pending.domain)
      return null
    }
    if (!(await completeHostedSignIn())) return failed('failed')
  } catch {
    return failed('failed')
  }
  storeLoginState('loggedIn')
  page.setRoute(withQuery(paths.samlComplete, { redirect }))
  // The session begins with the page, as after a login with a password.
  page.reload()
  return null
}

let following: Promise<string | null> | undefined

/** Completes a login with which the identity provider has returned. */
export function SamlCallbackPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  useEffect(() => {
    following ??= follow().finally(() => {
      following = undefined
    })
    void following.then(route => route !== null && navigate(route, { replace: true }))
  }, [navigate])
  return (
    <FormCard title={t('screens.samlCallback')} lead={t('saml.callback')}>
      <Spinner />
    </FormCard>
  )
}
