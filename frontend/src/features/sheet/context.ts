import { type Dispatch, createContext, useContext, useSyncExternalStore } from 'react'
import type { WholeSheet } from '@/shared/api/sheets'
import type { Draft, DraftAction } from './lib/draft'

/** What activated a field: a key scrolls the form to it, a click does not scroll the form under the pointer. */
export type ActivatedBy = 'form' | 'pdf' | 'key'

/** The views of a sheet, in the order of their tabs; the PDF is one only on narrow screens. */
export const sheetTabs = ['data', 'pdf', 'laws', 'versions', 'history'] as const
export type SheetTab = (typeof sheetTabs)[number]

/** What changes with every key or click in an open sheet. */
export interface SheetState {
  draft: Draft
  /** The place (see placeKey) of the active field. */
  active: string | null
  /** The place of the field being edited. */
  editing: string | null
  /** The server's errors, by place. */
  faults: Readonly<Record<string, string>>
}

/** Holds the state outside of React, so that only the parts that use what has changed are rendered again: a sheet has hundreds. */
export interface SheetStore {
  get: () => SheetState
  set: (state: SheetState) => void
  subscribe: (listener: () => void) => () => void
}

export function createSheetStore(state: SheetState): SheetStore {
  const listeners = new Set<() => void>()
  return {
    get: () => state,
    set: next => {
      if (next === state) return
      state = next
      for (const listener of listeners) listener()
    },
    subscribe: listener => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** What all parts of an open sheet share, and what seldom changes. */
export interface SheetContextValue {
  sheet: WholeSheet
  store: SheetStore
  dispatch: Dispatch<DraftAction>
  mayEdit: boolean
  activate: (key: string | null, by: ActivatedBy) => void
  edit: (key: string | null) => void
  departments: readonly { id: string; name: string }[]
  tags: readonly { id: string; name: string }[]
  showTab: (tab: SheetTab) => void
}

export const SheetContext = createContext<SheetContextValue | null>(null)

export function useSheetContext(): SheetContextValue {
  const value = useContext(SheetContext)
  if (!value) throw new Error('outside of a sheet')
  return value
}

/** A part of the state, as long as it stays the same without a new rendering; `select` returns it as it is, not a new object. */
export function useSheetState<T>(select: (state: SheetState) => T): T {
  const { store } = useSheetContext()
  return useSyncExternalStore(store.subscribe, () => select(store.get()))
}

/** The element that shows a field, to scroll to and to focus. */
export const fieldElementId = (key: string) => `field-${key}`
