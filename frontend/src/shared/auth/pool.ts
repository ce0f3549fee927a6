import { config } from '@/shared/config/config'
import { loadChunk } from '@/shared/lib/chunks'

/** The client of the user pool, loaded with its first use: a page whose token is valid works without it. */
export async function userPool() {
  const client = await loadChunk(() => import('./poolClient'))
  await client.configureAmplify(config())
  return client
}
