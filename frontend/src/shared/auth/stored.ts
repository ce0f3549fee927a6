/** Whether the user pool's client has stored a user on this device: whether a session may exist. */
export const hasStoredUser = () => Object.keys(localStorage).some(name => /^CognitoIdentityServiceProvider\..+\.LastAuthUser$/.test(name))
