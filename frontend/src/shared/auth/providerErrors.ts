import type { TextKey, Texts } from '@/shared/i18n/keys'
/** The specification's error codes (section 8) for the user pool's errors. */
const providerCodes: Record<string, keyof Texts['auth']['provider']> = {
  CodeMismatchException: 'form_code_incorrect',
  TooManyRequestsException: 'too_many_requests',
  LimitExceededException: 'too_many_requests',
  // The firewall in front of the pool: too many sign-ins from this address.
  ForbiddenException: 'too_many_requests',
  ExpiredCodeException: 'verification_expired',
  TooManyFailedAttemptsException: 'verification_failed',
  // One message for both: it must not reveal whether an address is known.
  NotAuthorizedException: 'form_password_incorrect',
  UserNotFoundException: 'form_password_incorrect',
  InvalidParameterException: 'form_param_format_invalid',
  AliasExistsException: 'form_identifier_exists',
  UsernameExistsException: 'form_identifier_exists',
  ReauthenticationRequiredException: 'session_reverification_required',
}

/** The message key of the user pool's error; connection failures have their own. */
export function providerMessageKey(error: unknown): TextKey {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NetworkError' || error instanceof TypeError) return 'errors.network'
  // The user pool reports exceeded attempts under the same name as a wrong password.
  // A trigger of the pool has refused the sign-in, after the right password.
  if (name === 'UserLambdaValidationException' && error instanceof Error && /\bsaml[.]password_refused\b/.test(error.message)) return 'auth.login.samlOnly'
  if (name === 'NotAuthorizedException' && error instanceof Error && /attempts exceeded/i.test(error.message)) {
    return 'auth.provider.too_many_requests'
  }
  if (name === 'NotAuthorizedException' && error instanceof Error && /^Invalid session/i.test(error.message)) {
    return /expired/i.test(error.message) ? 'auth.provider.verification_expired' : 'auth.provider.verification_failed'
  }
  return `auth.provider.${providerCodes[name] ?? 'unknown_error'}`
}
