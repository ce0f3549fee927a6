/*
 * What a person has typed into a form and not saved, kept in this tab (sessionStorage) so that neither a reload nor the end
 * of the session loses it. It is kept by person, company and record; another person never gets it, signing out forgets it,
 * and the browser forgets it with the tab. Forms with secrets keep nothing here.
 */

/** Whose draft it is. */
export interface DraftOwner {
  personId: string
  companyId: string
}

/** A draft as it is kept: of which version of the record, and when. */
export interface KeptDraft<T> {
  version: number
  at: number
  content: T
}

/** A new shape of what is kept begins a new name: an older page's drafts are not misread. */
const prefix = 'anzen.draft.1.'

/** Lengths in characters. What is larger is not kept, and leaving it is asked about all the same. */
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

/** Keeps a draft, and drops the oldest others where there is no room; answers whether it is kept. */
export function keepDraft(owner: DraftOwner, record: string, version: number, content: unknown): boolean {
  const name = nameOf(owner, record)
  const text = JSON.stringify({ version, at: Date.now(), content } satisfies KeptDraft<unknown>)
  if (text.length > draftLimits.one) {
    sessionStorage.removeItem(name)
    return false
  }
  const others = names().filter(other => other !== name).sort((a, b) => ageOf(a) - ageOf(b))
  let room = draftLimits.all - text.length - others.reduce((sum, other) => sum + (sessionStorage.getItem(other)?.length ?? 0), 0)
  while (room < 0 && others.length > 0) {
    const oldest = others.shift() ?? ''
    room += sessionStorage.getItem(oldest)?.length ?? 0
    sessionStorage.removeItem(oldest)
  }
  try {
    sessionStorage.setItem(name, text)
    return true
  } catch {
    // The browser has less room than we allow ourselves: an older text must not pass for this one.
    sessionStorage.removeItem(name)
    return false
  }
}

/** The draft of a record; what is kept is judged by `fits` before it is used. */
export function keptDraft<T>(owner: DraftOwner, record: string, fits: (content: unknown) => content is T): KeptDraft<T> | null {
  const kept = read(nameOf(owner, record))
  return kept && fits(kept.content) ? { ...kept, content: kept.content } : null
}

/** Saved or given up. */
export function dropDraft(owner: DraftOwner, record: string): void {
  sessionStorage.removeItem(nameOf(owner, record))
}

/** Forgets all drafts: the person has signed out. */
export function forgetDrafts(): void {
  for (const name of names()) sessionStorage.removeItem(name)
}

/** Somebody is logged in: what anybody else has left in this tab goes. */
export function keepDraftsOf(owner: DraftOwner): void {
  for (const name of names()) if (!name.startsWith(ownerPrefix(owner))) sessionStorage.removeItem(name)
}
