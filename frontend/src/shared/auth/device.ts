const key = 'anzen.device'

/**
 * The random name of this browser. A login with a name that the account has not used before is one from a new device, about
 * which its user is mailed; so it stays when somebody logs out.
 */
export function deviceName(): string {
  const stored = localStorage.getItem(key)
  if (stored) return stored
  const name = Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')
  localStorage.setItem(key, name)
  return name
}
