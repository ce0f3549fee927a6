import { type Permitted, can } from '@/shared/auth/permissions'
import type { TextKey } from '@/shared/i18n/keys'
import type { Selection } from '@/shared/lib/selection'
import type { BulkAction } from '../components/bulk/BulkActions'

/** What a user may do with selected sheets; with deleted ones, only restore them. */
export function permittedActions(me: Permitted, removed: boolean): readonly BulkAction[] {
  if (removed) return can(me, 'SDS_DELETE') ? ['restore'] : []
  const edits = can(me, 'SDS_EDIT_OWN_DEPARTMENT') || can(me, 'SDS_EDIT_OTHER_DEPARTMENT')
  const requests = can(me, 'SDS_REQUEST_OWN_DEPARTMENT') || can(me, 'SDS_REQUEST_OTHER_DEPARTMENT')
  const all: readonly [BulkAction, boolean][] = [
    ['tags', edits],
    ['departments', edits],
    ['assignees', edits],
    ['export', can(me, 'SDS_EXPORT')],
    ['download', can(me, 'SDS_DOWNLOAD')],
    ['createSimple', can(me, 'CREATE_SIMPLE_DOWNLOAD')],
    ['reanalyse', requests],
    ['delete', can(me, 'SDS_DELETE')],
  ]
  return all.flatMap(([action, may]) => (may ? [action] : []))
}

/** The number of sheets analyzed again together, of PDFs named in a request, and of sheets named in one. */
export const atOnce = { reanalyse: 100, download: 100, named: 1000 } as const

/** The actions that a selection is too large for, with the reason. */
export function impossibleActions({ all, ids }: Selection): Partial<Record<BulkAction, TextKey>> {
  const tooMany = ids.size > atOnce.named ? 'bulk.impossible.tooMany' : undefined
  const reasons: Record<BulkAction, TextKey | undefined> = {
    tags: tooMany,
    departments: tooMany,
    assignees: tooMany,
    export: tooMany,
    createSimple: tooMany,
    download: (all ? ids.size > 0 : ids.size > atOnce.download) ? 'bulk.impossible.download' : undefined,
    reanalyse: all || ids.size > atOnce.reanalyse ? 'bulk.impossible.reanalyse' : undefined,
    // Named ones are deleted and restored in several requests.
    delete: all ? tooMany : undefined,
    restore: undefined,
  }
  return Object.fromEntries(Object.entries(reasons).filter(([, reason]) => reason !== undefined))
}
