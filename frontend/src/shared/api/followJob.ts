import { http } from './client'
import { ApiError } from './error'
import { type Job, isUnfinished, patience } from './jobs'
import { invalidate } from './queryClient'
import type { Resource } from './resources'
import { send } from './send'

/** The jobs that are followed: one is followed once. */
const followed = new Set<string>()

const after = (delay: number) => new Promise<void>(resolve => setTimeout(resolve, delay))

/**
 * Follows a job to its end, whatever screen is shown by then; what it `changes` is read again on the way. A job that can no
 * longer be read (after a logout, for instance) is followed no longer; without a connection it is asked for again.
 */
export async function followJob(companyId: string, jobId: string, ended: (job: Job) => void, changes: readonly Resource[] = ['sheets', 'sheet', 'checklists', 'jobs']): Promise<void> {
  if (followed.has(jobId)) return
  followed.add(jobId)
  try {
    for (let done = 0; ; ) {
      const job = await send(http.GET('/companies/{id}/jobs/{jobId}', { params: { path: { id: companyId, jobId } } })).catch((failure: unknown) => {
        if (failure instanceof ApiError && failure.status < 500) throw failure
        return undefined
      })
      if (job && job.done !== done) {
        done = job.done
        void invalidate(...changes.filter(one => one === 'sheets' || one === 'jobs'))
      }
      if (job && !isUnfinished(job)) {
        void invalidate(...changes)
        ended(job)
        return
      }
      await after(patience())
    }
  } catch {
    // The list of jobs shows how it ends.
  } finally {
    followed.delete(jobId)
  }
}
