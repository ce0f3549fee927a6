import type { TextKey } from '@/shared/i18n/keys'
import { jobPath } from '@/shared/lib/paths'
import { dismiss, notify } from '@/shared/ui/notify'
import { followJob } from './followJob'
import { downloadFile } from './jobs'
import { reportError } from './queryClient'

/**
 * Follows a job that makes a file, whatever screen is shown by then: a notice says that it has begun, and one at its end
 * offers the file. What the job left out or why it failed is in the list of jobs, to which the notice leads.
 */
export function followFile(companyId: string, jobId: string, started: TextKey): void {
  const link = { to: jobPath(jobId), key: 'sheets.export.follow' } as const
  const begun = notify({ key: started, color: 'success', link })
  void followJob(
    companyId,
    jobId,
    ({ state, file, notes, left_total: left }) => {
      dismiss(begun)
      if (state === 'cancelled') return
      if (!file) notify({ key: 'sheets.export.ended', color: 'error', link })
      else {
        const complete = notes.length === 0 && !left
        const download = { key: 'sheets.export.download', run: () => void downloadFile(companyId, jobId).catch((failure: unknown) => reportError(failure, 'read')) } as const
        notify({ key: 'sheets.export.ready', values: { name: file.name }, color: complete ? 'success' : 'warning', action: download, ...(!complete && { link }) })
      }
    },
    ['jobs'],
  )
}
