import { config } from '@/shared/config/config'
import { loadChunk } from '@/shared/lib/chunks'
import { forgetHostedSignIn } from './stored'

/** The client of the user pool, loaded with its first use: a page whose token is valid works without it. */
export async function userPool() {
  const client = await loadChunk(() => import('./poolClient'))
  // The client would wait for a sign-in that was given up.
  forgetHostedSignIn()
  client.configureAmplify(config())
  return client
}
