export { fetchAuthSession, signIn, signOut } from 'aws-amplify/auth'
export { configureAmplify } from './amplify'
