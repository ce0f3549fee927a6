import type { User } from '@/shared/api/users'
import type { TextKey } from '@/shared/i18n/keys'

interface ResendTexts {
  action: TextKey
  actionOf: TextKey
  title: TextKey
  text: TextKey
  done: TextKey
}

const invitation = { action: 'users.resend', actionOf: 'users.resendTo', title: 'users.resendTitle', done: 'messages.invitationSent' } as const
const password = { action: 'users.resetPassword', actionOf: 'users.resetPasswordOf', title: 'users.resetPasswordTitle', text: 'users.resetPasswordText', done: 'messages.passwordMailSent' } as const
const signIn = { action: 'users.signInMail', actionOf: 'users.signInMailTo', title: 'users.signInMailTitle', text: 'users.samlText', done: 'messages.signInMailSent' } as const

/**
 * What is said of the mail to a user: the invitation again, a link to set a new password, or, where the company refuses
 * passwords, how to log in. Administrators with a second factor keep their password for emergencies.
 */
export function resendTexts({ is_active: active, role_id: role, tfa }: User, samlOnly: boolean): ResendTexts {
  if (!active) return { ...invitation, text: samlOnly ? 'users.samlText' : 'users.resendText' }
  const emergency = role === 100 && tfa?.enabled
  return samlOnly && !emergency ? signIn : password
}
