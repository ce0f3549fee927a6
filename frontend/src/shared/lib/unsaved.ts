import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { Path } from 'react-router'

/*
 * All unsaved input on the screen. Forms register it while they have it (useUnsaved); every action that
 * removes a form asks first (askToLeave), and LeaveGuard shows the question. One place for all of them, so
 * that no exit is forgotten: links, Back, an address typed by hand, closing a dialog, signing out, closing
 * the tab.
 */

/** A form's unsaved input. */
export interface Unsaved {
  /** The form's part of the screen: closing a part asks only about that part. */
  part: string
  /** Whether the form survives a navigation to an address; by default if the page stays the same. */
  survives?: (from: Path, to: Path) => boolean
  /** Saves the input; returns whether it was saved. Omitted if that needs more than a click. */
  save?: () => Promise<boolean>
  /** Discards the input; omitted if the form never outlives the question. */
  discard?: () => void
  /** Applies what is being typed at this moment to its form. */
  apply?: () => void
  /** Whether the input is stored in this tab and restored after a reload. */
  kept?: () => boolean
}

type Matches = (work: Unsaved) => boolean

/** The question on the screen. */
export interface LeaveQuestion {
  works: () => readonly Unsaved[]
  answer: (leave: boolean) => void
}

const works = new Map<symbol, { current: Unsaved }>()
const listeners = new Set<() => void>()
let question: LeaveQuestion | null = null

const warn = (event: BeforeUnloadEvent) => event.preventDefault()

function changed(): void {
  // Only while needed: a page with this listener is excluded from the back/forward cache.
  if (works.size > 0) window.addEventListener('beforeunload', warn)
  else window.removeEventListener('beforeunload', warn)
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const matching = (matches: Matches) => [...works.values()].map(({ current }) => current).filter(matches)

/** Registers a form's unsaved input, while `dirty`. */
export function useUnsaved(dirty: boolean, work: Unsaved): void {
  const latest = useRef(work)
  useEffect(() => {
    latest.current = work
  })
  useEffect(() => {
    if (!dirty) return
    const id = Symbol(latest.current.part)
    works.set(id, latest)
    changed()
    return () => {
      works.delete(id)
      changed()
    }
  }, [dirty])
}

/** The current question. */
export const useLeaveQuestion = () => useSyncExternalStore(subscribe, () => question)

/** Applies what is being typed at this moment, everywhere. */
export function applyUnsaved(): void {
  for (const { current } of [...works.values()]) current.apply?.()
}

/** Whether there is unsaved input; `matches` narrows it down. */
export const hasUnsaved = (matches: Matches = () => true) => matching(matches).length > 0

/** The parts of the screen with unsaved input, followed as they change. */
export const useUnsavedParts = (): ReadonlySet<string> => new Set(useSyncExternalStore(subscribe, () => matching(() => true).map(({ part }) => part).join('\n')).split('\n'))

/** The unsaved input that a navigation from one address to another would lose. */
export const lostBy =
  (from: Path, to: Path): Matches =>
  ({ survives }) =>
    survives ? !survives(from, to) : from.pathname !== to.pathname

/** Whether all unsaved input is restored after a reload, which excludes what is being typed at this moment. */
export const allKept = () => matching(({ kept }) => !kept?.()).length === 0

/** Asks whether to discard unsaved input, if there is any; returns whether to proceed. */
export function askToLeave(matches: Matches = () => true): Promise<boolean> {
  applyUnsaved()
  if (!hasUnsaved(matches)) return Promise.resolve(true)
  question?.answer(false)
  return new Promise(resolve => {
    const current: LeaveQuestion = {
      works: () => matching(matches),
      answer: leave => {
        // A late answer, such as after saving, does not answer the next question.
        if (question !== current) return
        question = null
        if (leave) release(matches)
        changed()
        resolve(leave)
      },
    }
    question = current
    changed()
  })
}

/** No component is left to show the question. */
export const withdrawQuestion = () => question?.answer(false)

/** Asks about one part of the screen. */
export const askToClose = (part: string) => askToLeave(work => work.part === part)

/** Discarded or saved: a form that is still on the screen registers again with its next change. */
function release(matches: Matches): void {
  for (const [id, { current }] of works) if (matches(current)) works.delete(id)
}

/** A part of the screen has been saved, and is about to be left. */
export function releaseUnsaved(part: string): void {
  release(work => work.part === part)
  changed()
}

/** The page is about to be restarted by the dashboard: no more questions. Stored input stays stored. */
export function forgetUnsaved(): void {
  works.clear()
  question = null
  changed()
}
