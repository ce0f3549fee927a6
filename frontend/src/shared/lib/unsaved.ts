import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { Path } from 'react-router'

/*
 * Everything on the screen that a person has typed and not saved. Forms register it while they have it (useUnsaved); whatever
 * is about to take a form away asks first (askToLeave), and LeaveGuard puts the question. One place for all of them, so
 * that no way out is forgotten: links, Back, an address typed by hand, closing a dialog, signing out, closing the tab.
 */

/** What a form has that is not saved. */
export interface Unsaved {
  /** Which part of the screen it belongs to: closing a part asks only for what is in it. */
  part: string
  /** Whether the form is still there after going to an address; left out where that is so as long as the page is the same. */
  survives?: (from: Path, to: Path) => boolean
  /** Saves it; answers whether it is saved. Left out where that needs more than a click. */
  save?: () => Promise<boolean>
  /** Gives it up; left out where the form never outlives the question. */
  discard?: () => void
  /** Takes over what is being typed at this moment; a form that has it gets it. */
  settle?: () => void
  /** Whether it is kept in this tab and comes back after a reload. */
  kept?: () => boolean
}

type Matches = (work: Unsaved) => boolean

/** The question that stands on the screen. */
export interface LeaveQuestion {
  works: () => readonly Unsaved[]
  answer: (leave: boolean) => void
}

const works = new Map<symbol, { current: Unsaved }>()
const listeners = new Set<() => void>()
let question: LeaveQuestion | null = null

const warn = (event: BeforeUnloadEvent) => event.preventDefault()

function changed(): void {
  // Only while it is needed: a page that listens is not kept for Back.
  if (works.size > 0) window.addEventListener('beforeunload', warn)
  else window.removeEventListener('beforeunload', warn)
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const matching = (matches: Matches) => [...works.values()].map(({ current }) => current).filter(matches)

/** Registers what a form has not saved, while `dirty`. */
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

/** The question to be put now. */
export const useLeaveQuestion = () => useSyncExternalStore(subscribe, () => question)

/** Takes over what is being typed at this moment, everywhere. */
export function settleUnsaved(): void {
  for (const { current } of [...works.values()]) current.settle?.()
}

/** Whether anything is not saved; `matches` narrows it down. */
export const hasUnsaved = (matches: Matches = () => true) => matching(matches).length > 0

/** What would be lost by going from one address of the dashboard to another. */
export const lostBy =
  (from: Path, to: Path): Matches =>
  ({ survives }) =>
    survives ? !survives(from, to) : from.pathname !== to.pathname

/** Whether all that is not saved comes back after a reload: what is being typed at this moment does not. */
export const allKept = () => matching(({ kept }) => !kept?.()).length === 0

/** Asks whether to give up what is not saved, if there is any; answers whether to go on. */
export function askToLeave(matches: Matches = () => true): Promise<boolean> {
  settleUnsaved()
  if (!hasUnsaved(matches)) return Promise.resolve(true)
  question?.answer(false)
  return new Promise(resolve => {
    const asked: LeaveQuestion = {
      works: () => matching(matches),
      answer: leave => {
        // An answer that comes late, such as after saving, is not one to the next question.
        if (question !== asked) return
        question = null
        if (leave) release(matches)
        changed()
        resolve(leave)
      },
    }
    question = asked
    changed()
  })
}

/** There is nobody left to put the question. */
export const withdrawQuestion = () => question?.answer(false)

/** Asks about one part of the screen. */
export const askToClose = (part: string) => askToLeave(work => work.part === part)

/** Given up (`discard` has emptied the form) or saved: a form that is still on the screen registers again with its next change. */
function release(matches: Matches): void {
  for (const [id, { current }] of works) if (matches(current)) works.delete(id)
}

/** A part of the screen has been saved, and is about to be left. */
export function releaseUnsaved(part: string): void {
  release(work => work.part === part)
  changed()
}

/** The page is about to start anew by our own doing: nothing is asked any more. What is kept in this tab stays kept. */
export function forgetUnsaved(): void {
  works.clear()
  question = null
  changed()
}
