import { type ConfirmSignInInput, type SignInInput, confirmSignIn as confirmAtPool, signIn as signInAtPool } from 'aws-amplify/auth'
import { deviceName } from './device'

export { fetchAuthSession, signOut } from 'aws-amplify/auth'
export { configureAmplify } from './amplify'

/** Tells the user pool's triggers about this device: they record it in the history of logins. */
const clientMetadata = () => ({ device: deviceName(), user_agent: navigator.userAgent.slice(0, 300) })

/** Begins a sign-in. */
export const signIn = (credentials: SignInInput) => signInAtPool({ ...credentials, options: { ...credentials.options, clientMetadata: clientMetadata() } })

/** Continues a sign-in with the answer to a challenge. */
export const confirmSignIn = (answer: ConfirmSignInInput) => confirmAtPool({ ...answer, options: { ...answer.options, clientMetadata: clientMetadata() } })
