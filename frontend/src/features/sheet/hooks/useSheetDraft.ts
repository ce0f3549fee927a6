import { useCallback, useEffect, useReducer, useRef, useState } from 'react'
import type { WholeSheet } from '@/shared/api/sheets'
import { type DraftOwner, type Restored, dropDraft, keepDraft, keptDraft } from '@/shared/lib/drafts'
import { type Draft, emptyDraft, isDraft, isEmptyDraft, reduceDraft } from '../lib/draft'

const recordOf = (sheet: WholeSheet) => `sheet:${sheet.id}`

function restore(owner: DraftOwner, sheet: WholeSheet): { draft: Draft; restored: Restored } {
  const kept = sheet.may_edit ? keptDraft(owner, recordOf(sheet), isDraft) : null
  if (!kept || isEmptyDraft(kept.content)) return { draft: emptyDraft, restored: 'none' }
  if (kept.version === sheet.version) return { draft: kept.content, restored: 'same' }
  const draft = reduceDraft(kept.content, { type: 'rebase', sheet })
  return { draft, restored: isEmptyDraft(draft) ? 'none' : 'newer' }
}

/**
 * The draft of an open sheet. While unsaved it is stored in this tab, and restored when the sheet is opened
 * again; a newer version of the sheet marks other users' changes, however it became known.
 */
export function useSheetDraft(sheet: WholeSheet, owner: DraftOwner, saving: boolean) {
  const { personId, companyId } = owner
  const [start] = useState(() => restore(owner, sheet))
  const [draft, dispatch] = useReducer(reduceDraft, start.draft)
  const [seen, setSeen] = useState(sheet.version)
  // During a save the newer version is its own.
  if (seen !== sheet.version && !saving) {
    setSeen(sheet.version)
    dispatch({ type: 'rebase', sheet })
  }

  const record = recordOf(sheet)
  const { may_edit: mayEdit } = sheet
  const isKept = useRef(true)
  useEffect(() => {
    if (!mayEdit) return
    if (isEmptyDraft(draft)) dropDraft({ personId, companyId }, record)
    else isKept.current = keepDraft({ personId, companyId }, record, seen, draft)
  }, [draft, seen, record, personId, companyId, mayEdit])

  return { draft, dispatch, restored: start.restored, kept: useCallback(() => isKept.current, []) }
}
