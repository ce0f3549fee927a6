/** Why a login at an identity provider has failed; each has a text in `saml.error`. */
export const reasons = ['user_unknown', 'address_refused', 'connection_closed', 'provider_unknown', 'refused', 'failed'] as const
export type Reason = (typeof reasons)[number]

/** An answer of the user pool's hosted pages. */
export type Answer = { kind: 'code' } | { kind: 'linked' } | { kind: 'failed'; reason: Reason }

/** Parses the query with which the hosted pages return. The description of an error contains the refusal of our own functions, "saml." and its reason. */
export function answerOf(query: string): Answer {
  const search = new URLSearchParams(query)
  if (search.get('error') === null) return search.has('code') ? { kind: 'code' } : { kind: 'failed', reason: 'failed' }
  const text = search.get('error_description') ?? ''
  // The user pool ends the login in which a person is linked to their account, and the next one succeeds.
  if (/^Already found an entry for username/.test(text)) return { kind: 'linked' }
  const own = /\bsaml\.([a-z_]+)/.exec(text)?.[1]
  if (/identity provider is not supported/i.test(text)) return { kind: 'failed', reason: 'provider_unknown' }
  if (/^Invalid SAML response/i.test(text)) return { kind: 'failed', reason: 'refused' }
  return { kind: 'failed', reason: reasonOf(own ?? null) }
}

export const reasonOf = (name: string | null): Reason => reasons.find(reason => reason === name) ?? 'failed'
