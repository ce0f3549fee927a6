/*
 * Unsaved form input, stored in this tab (sessionStorage) so that it survives a reload and the end of the
 * session. It is stored by user, company and record; another user never gets it, signing out removes it,
 * and it ends with the tab. Forms with secrets store nothing here.
 */

/** The owner of a draft. */
export interface DraftOwner {
  personId: string
  companyId: string
}

/** The owner of what is typed by somebody who is not logged in; a login or a logout in this tab removes it. */
export const visitor: DraftOwner = { personId: '', companyId: '' }

/** A stored draft: the version of the record, and the time. */
export interface KeptDraft<T> {
  version: number
  at: number
  content: T
}

/** The restored draft of an earlier visit: none, one for this version of its record, or one for an older version. */
export type Restored = 'none' | 'same' | 'newer'

/** A new shape of stored drafts gets a new name: an older page's drafts are not misread. */
const prefix = 'anzen.draft.1.'

/** Limits in characters. A larger draft is not stored, but leaving it is confirmed all the same. */
export const draftLimits = { one: 256_000, all: 1_000_000 } as const

const ownerPrefix = ({ personId, companyId }: DraftOwner) => `${prefix}${encodeURIComponent(personId)}.${encodeURIComponent(companyId)}.`
const nameOf = (owner: DraftOwner, record: string) => ownerPrefix(owner) + encodeURIComponent(record)
const names = () => Object.keys(sessionStorage).filter(name => name.startsWith('anzen.draft.'))
const ageOf = (name: string) => read(name)?.at ?? 0

function read(name: string): KeptDraft<unknown> | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(name) ?? 'null')
    if (typeof kept !== 'object' || kept === null || !('content' in kept)) return null
    const { version, at, content } = kept as KeptDraft<unknown>
    return typeof version === 'number' && typeof at === 'number' ? { version, at, content } : null
  } catch {
    return null
  }
}

/** Stores a draft, dropping the oldest others if there is no space; returns whether it was stored. */
export function keepDraft(owner: DraftOwner, record: string, version: number, content: unknown): boolean {
  const name = nameOf(owner, record)
  const text = JSON.stringify({ version, at: Date.now(), content } satisfies KeptDraft<unknown>)
  if (text.length > draftLimits.one) {
    sessionStorage.removeItem(name)
    return false
  }
  const others = names().filter(other => other !== name).sort((a, b) => ageOf(a) - ageOf(b))
  let space = draftLimits.all - text.length - others.reduce((sum, other) => sum + (sessionStorage.getItem(other)?.length ?? 0), 0)
  while (space < 0 && others.length > 0) {
    const oldest = others.shift() ?? ''
    space += sessionStorage.getItem(oldest)?.length ?? 0
    sessionStorage.removeItem(oldest)
  }
  try {
    sessionStorage.setItem(name, text)
    return true
  } catch {
    // The browser has less space than our own limit: an older draft must not be returned for this one.
    sessionStorage.removeItem(name)
    return false
  }
}

/** The draft of a record; the stored data is checked by `fits` before use. */
export function keptDraft<T>(owner: DraftOwner, record: string, fits: (content: unknown) => content is T): KeptDraft<T> | null {
  const kept = read(nameOf(owner, record))
  return kept && fits(kept.content) ? { ...kept, content: kept.content } : null
}

/** The draft was saved or discarded. */
export function dropDraft(owner: DraftOwner, record: string): void {
  sessionStorage.removeItem(nameOf(owner, record))
}

/** Removes all drafts: the user has signed out. */
export function forgetDrafts(): void {
  for (const name of names()) sessionStorage.removeItem(name)
}

/** Removes other users' drafts in this tab after a login. */
export function keepDraftsOf(owner: DraftOwner): void {
  for (const name of names()) if (!name.startsWith(ownerPrefix(owner))) sessionStorage.removeItem(name)
}
