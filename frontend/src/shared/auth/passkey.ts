/** Whether this browser signs in with passkeys: WebAuthn on a page with TLS, or on localhost. */
export const signsInWithPasskeys = () => typeof window.PublicKeyCredential === 'function' && typeof navigator.credentials?.get === 'function'

/** Whether this browser can register passkeys: it also reads the options as JSON (WebAuthn level 3). */
export const registersPasskeys = () => signsInWithPasskeys() && typeof PublicKeyCredential.parseCreationOptionsFromJSON === 'function'

/** Why the browser has made no passkey: its user declined or took too long, has one on this device, or the device cannot. */
export type PasskeyFault = 'cancelled' | 'known' | 'failed'

/** What a failure of the browser's dialog means (WebAuthn level 3, 5.1.3). */
export function passkeyFault(error: unknown): PasskeyFault | null {
  if (!(error instanceof DOMException)) return null
  if (error.name === 'NotAllowedError' || error.name === 'AbortError') return 'cancelled'
  return error.name === 'InvalidStateError' ? 'known' : 'failed'
}

/** Has the browser make a passkey with these options, in its own dialog; the result is for the API. */
export async function makePasskey(options: Record<string, unknown>): Promise<Record<string, unknown>> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as unknown as PublicKeyCredentialCreationOptionsJSON)
  const made = await navigator.credentials.create({ publicKey })
  if (!(made instanceof PublicKeyCredential)) throw new DOMException('no public key', 'NotSupportedError')
  return { ...made.toJSON() }
}
