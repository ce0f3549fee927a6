import { signInWithRedirect } from 'aws-amplify/auth'
import { Hub } from 'aws-amplify/utils'
import { config } from '@/shared/config/config'
import { configureAmplify } from './amplify'
import { isHostedUnderWay } from './stored'

/** Leaves for the identity provider of a mail domain, by the user pool's hosted pages. */
export async function leaveForProvider(domain: string): Promise<void> {
  configureAmplify(config())
  await signInWithRedirect({ provider: { idpIdentifier: domain } })
}

/** Completes the sign-in with which the hosted pages have returned to this address; false if it is refused, or none has begun here. */
export async function completeHostedSignIn(): Promise<boolean> {
  if (!isHostedUnderWay()) return false
  configureAmplify(config())
  const ended = new Promise<boolean>(resolve => {
    Hub.listen('auth', ({ payload: { event } }) => {
      if (event === 'signInWithRedirect') resolve(true)
      if (event === 'signInWithRedirect_failure') resolve(false)
    })
  })
  await import('aws-amplify/auth/enable-oauth-listener')
  return ended
}
