const key = 'anzen.saml'

/** A login at an identity provider that has left this tab. */
export interface PendingLogin {
  /** The mail domain by which the provider was found. */
  domain: string
  /** Where to continue. */
  redirect: string | null
  /** It has been repeated by itself. */
  again: boolean
}

export const storePending = (login: PendingLogin) => sessionStorage.setItem(key, JSON.stringify(login))

/** Reads and removes the login: its answer is used once. */
export function takePending(): PendingLogin | null {
  const stored = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  return stored === null ? null : (JSON.parse(stored) as PendingLogin)
}
