import { type Dispatch, createContext, useContext } from 'react'
import type { WholeSheet } from '@/shared/api/sheets'
import type { Draft, DraftAction } from './lib/draft'

/** What activated a field: a key scrolls the form to it, a click does not scroll the form under the pointer. */
export type ActivatedBy = 'form' | 'pdf' | 'key'

/** The state shared by all parts of an open sheet. */
export interface SheetContextValue {
  sheet: WholeSheet
  draft: Draft
  dispatch: Dispatch<DraftAction>
  mayEdit: boolean
  /** The place (see placeKey) of the active field. */
  active: string | null
  activate: (key: string | null, by: ActivatedBy) => void
  /** The place of the field being edited. */
  editing: string | null
  edit: (key: string | null) => void
  /** The server's errors, by place. */
  faults: Readonly<Record<string, string>>
  departments: readonly { id: string; name: string }[]
  tags: readonly { id: string; name: string }[]
}

export const SheetContext = createContext<SheetContextValue | null>(null)

export function useSheetContext(): SheetContextValue {
  const value = useContext(SheetContext)
  if (!value) throw new Error('outside of a sheet')
  return value
}

/** The element that shows a field, to scroll to and to focus. */
export const fieldElementId = (key: string) => `field-${key}`
