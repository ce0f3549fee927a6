import { type Permitted, can, canEditSheets } from '@/shared/auth/permissions'
import type { TextKey } from '@/shared/i18n/keys'
import type { Selection } from '@/shared/lib/selection'
import type { BulkAction } from '../components/bulk/BulkActions'

/** What a user may do with selected sheets; with deleted ones, only restore them. */
export function permittedActions(me: Permitted, removed: boolean): readonly BulkAction[] {
  if (removed) return can(me, 'SDS_DELETE') ? ['restore'] : []
  const edits = canEditSheets(me)
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

/**
 * The most sheets named in a request: of PDFs to download, of a job (deletion, restoration and analysis), and of any other one; and the
 * most that one change of tags, departments and assignees is for.
 */
const atOnce = { download: 100, job: 5000, named: 1000, edited: 10_000 } as const

/** Why a selection is too large for an action. */
export interface Impossible {
  key: TextKey
  limit: number
}

/** The actions that a selection of `count` sheets is too large for, with the reason. */
export function impossibleActions({ all, ids }: Selection, count: number): Partial<Record<BulkAction, Impossible>> {
  const named = (limit: number): Impossible | undefined => (ids.size > limit ? { key: all ? 'bulk.impossible.excluded' : 'bulk.impossible.named', limit } : undefined)
  const edited = named(atOnce.named) ?? (count > atOnce.edited ? { key: 'bulk.impossible.edited', limit: atOnce.edited } : undefined)
  const reasons: Record<BulkAction, Impossible | undefined> = {
    tags: edited,
    departments: edited,
    assignees: edited,
    export: named(atOnce.named),
    createSimple: named(atOnce.named),
    download: (all ? ids.size > 0 : ids.size > atOnce.download) ? { key: 'bulk.impossible.download', limit: atOnce.download } : undefined,
    reanalyse: named(atOnce.job),
    delete: named(atOnce.job),
    // Named ones are restored in several requests.
    restore: all ? named(atOnce.job) : undefined,
  }
  return Object.fromEntries(Object.entries(reasons).filter(([, reason]) => reason !== undefined))
}
