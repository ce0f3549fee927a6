import { type ConfirmSignInInput, type SignInInput, confirmSignIn as confirmAtPool, signIn as signInAtPool } from 'aws-amplify/auth'
import { deviceName } from './device'

export { fetchAuthSession, signOut } from 'aws-amplify/auth'
export { configureAmplify } from './amplify'

/** Tells the user pool's triggers about this device: they record it in the history of logins. */
const clientMetadata = () => ({ device: deviceName(), user_agent: navigator.userAgent.slice(0, 300) })

/** Begins a sign-in. */
export const signIn = (credentials: SignInInput) => {
  const begin = () => signInAtPool({ ...credentials, options: { ...credentials.options, clientMetadata: clientMetadata() } })
  return credentials.options?.authFlowType === 'USER_AUTH' ? withMetadata(begin) : begin()
}

/** Whether a request answers a challenge of the user pool. */
const answersChallenge = (init: RequestInit | undefined) => new Headers(init?.headers).get('x-amz-target')?.endsWith('.RespondToAuthChallenge') === true && typeof init?.body === 'string'

/** Adds the metadata to the answers that are sent during some work: aws-amplify sends a passkey's without. */
async function withMetadata<T>(work: () => Promise<T>): Promise<T> {
  const plain = window.fetch.bind(window)
  window.fetch = (input, init) => {
    if (!answersChallenge(init)) return plain(input, init)
    const answer = JSON.parse(init?.body as string) as object
    return plain(input, { ...init, body: JSON.stringify({ ...answer, ClientMetadata: clientMetadata() }) })
  }
  try {
    return await work()
  } finally {
    window.fetch = plain
  }
}

/** Continues a sign-in with the answer to a challenge. */
export const confirmSignIn = (answer: ConfirmSignInInput) => confirmAtPool({ ...answer, options: { ...answer.options, clientMetadata: clientMetadata() } })
