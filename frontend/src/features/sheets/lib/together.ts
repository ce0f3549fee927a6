import { forgetDeletedHere, restoreSheets } from '@/shared/api/bulk'
import { followJob } from '@/shared/api/followJob'
import { type Job, undoJob } from '@/shared/api/jobs'
import { reportError } from '@/shared/api/queryClient'
import type { TextKey } from '@/shared/i18n/keys'
import { counted, formatNumber } from '@/shared/lib/format'
import type { Locale } from '@/shared/lib/locale'
import { jobPath } from '@/shared/lib/paths'
import { type NoticeAction, dismiss, notify } from '@/shared/ui/notify'

/** The texts of how a job ended: with all sheets, without some of them, and before its end. */
interface Ends {
  all: TextKey
  but: TextKey
  early: TextKey
}

const deletion: Ends = { all: 'bulk.deleted', but: 'bulk.deletedBut', early: 'bulk.deletionEnded' }
const restoration: Ends = { all: 'bulk.restored', but: 'bulk.restoredBut', early: 'bulk.restorationEnded' }
const reanalysis: Ends = { all: 'bulk.reanalysed', but: 'bulk.reanalysedBut', early: 'bulk.reanalysisEnded' }

const link = (job: string) => ({ to: jobPath(job), key: 'sheets.export.follow' }) as const

function notifyEnd(job: Job, ends: Ends, locale: Locale, action?: NoticeAction) {
  const left = job.left_total ?? 0
  const key = job.state !== 'done' ? ends.early : left > 0 ? ends.but : ends.all
  notify({
    key,
    values: { ...counted(job.done - left, locale), left: formatNumber(left, locale) },
    color: key === ends.all ? 'success' : 'warning',
    ...(key !== ends.all && { link: link(job.id) }),
    ...(action && { action }),
  })
}

/** Notifies that sheets have been deleted, and offers to take it back. */
export function notifyDeleted(company: string, ids: readonly string[], skipped: number, locale: Locale) {
  const values = { ...counted(ids.length, locale), left: formatNumber(skipped, locale) }
  const run = () =>
    void restoreSheets(company, ids).then(
      () => notify({ key: 'bulk.restored', values, color: 'success' }),
      (failure: unknown) => reportError(failure, 'update'),
    )
  notify({ key: skipped > 0 ? 'bulk.deletedBut' : 'bulk.deleted', values, color: 'success', ...(ids.length > 0 && { action: { key: 'bulk.undo', run } }) })
}

/** Follows the job of a deletion: a notice with its progress, and at the end one that offers to take it back. */
export function followDeletion(company: string, job: string, count: number, locale: Locale) {
  const running = notify({ key: 'bulk.deletionStarted', values: counted(count, locale), progress: true, link: link(job) })
  const run = () =>
    void undoJob(company, job).then(
      restoring => followRestoration(company, restoring, locale),
      (failure: unknown) => reportError(failure, 'update'),
    )
  void followJob(company, job, ended => {
    dismiss(running)
    notifyEnd(ended, deletion, locale, ended.can_undo ? { key: 'bulk.undo', run } : undefined)
  })
}

/** Follows the job of a restoration: a notice with its progress, and one at the end. */
export function followRestoration(company: string, job: string, locale: Locale) {
  const running = notify({ key: 'bulk.restoring', progress: true, link: link(job) })
  void followJob(company, job, ended => {
    dismiss(running)
    forgetDeletedHere()
    notifyEnd(ended, restoration, locale)
  })
}

/** Follows the job of another analysis of sheets, which may take hours: notices say that it starts and that it ends. */
export function followReanalysis(company: string, job: string, count: number, skipped: number, locale: Locale) {
  const values = { ...counted(count, locale), skipped: formatNumber(skipped, locale) }
  notify({ key: skipped > 0 ? 'bulk.reanalysisStartedBut' : 'bulk.reanalysisStarted', values, color: 'success', link: link(job) })
  void followJob(company, job, ended => notifyEnd(ended, reanalysis, locale))
}
