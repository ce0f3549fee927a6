import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { times } from '@/shared/lib/limits'
import { paths } from '@/shared/lib/paths'
import { useRedirectAfter } from '@/shared/lib/redirectAfter'
import { notify } from '@/shared/ui/notify'
import { type ActivationState, ActivationPageView } from './ActivationPageView'
import { type LinkFault, activationQuery, linkFault, useActivate, useRegenerateActivation } from './api/account'

export function ActivationPage() {
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  const link = useQuery({ ...activationQuery(token), enabled: token !== '' })
  const activate = useActivate()
  const regenerate = useRegenerateActivation()
  const [fault, setFault] = useState<LinkFault | null>(null)

  const state = ((): ActivationState => {
    const wrong = fault ?? (token === '' ? 'invalid' : link.error ? linkFault(link.error) : null)
    if (wrong) return { kind: wrong }
    if (link.error) return { kind: 'failed' }
    if (!link.data) return { kind: 'progress' }
    if (!link.data.needsPassword || activate.isSuccess) return { kind: 'done' }
    return { kind: 'password', email: link.data.email, token }
  })()
  useRedirectAfter(times.activationRedirect, paths.login, state.kind === 'done')

  return (
    <ActivationPageView
      state={state}
      onRetry={() => void link.refetch()}
      onPassword={async (password, mapErrors) => {
        try {
          await activate.mutateAsync({ token, password })
        } catch (error) {
          if (mapErrors(error)) return
          const wrong = linkFault(error)
          if (wrong === 'expired' || wrong === 'used') setFault(wrong)
          else notify({ key: 'auth.activation.failed', color: 'error' })
        }
      }}
      onRegenerate={async email => {
        try {
          await regenerate.mutateAsync(email)
          return true
        } catch {
          notify({ key: 'auth.activation.failedRegenerate', color: 'error' })
          return false
        }
      }}
    />
  )
}
