import { Amplify } from 'aws-amplify'
import type { Config } from '@/shared/config/config'

let configured = false

/** Configures Amplify with the user pool and its hosted pages, once. */
export function configureAmplify(config: Config): void {
  if (configured) return
  configured = true
  const home = `${window.location.origin}/`
  Amplify.configure({
    Auth: {
      Cognito: {
        userPoolId: config.userPoolId,
        userPoolClientId: config.userPoolClientId,
        ...(config.userPoolEndpoint && { userPoolEndpoint: config.userPoolEndpoint }),
        ...(config.oauthDomain && {
          loginWith: {
            oauth: {
              domain: config.oauthDomain,
              scopes: ['openid', 'email', 'profile', 'aws.cognito.signin.user.admin'],
              redirectSignIn: [home],
              redirectSignOut: [home],
              // Never 'token': the token would arrive in the hash, where our routes are.
              responseType: 'code' as const,
            },
          },
        }),
      },
    },
  })
}
