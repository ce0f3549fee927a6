import { useState } from 'react'
import { useParams } from 'react-router'
import { ApiError } from '@/shared/api/error'
import { followJob } from '@/shared/api/followJob'
import { type Job, useJob, useJobActions, useJobs } from '@/shared/api/jobs'
import { useMe } from '@/shared/api/me'
import { integerParam, useUrlState } from '@/shared/lib/urlState'
import { notify } from '@/shared/ui/notify'
import { CancelDialog } from './components/CancelDialog'
import { JobsPageView } from './JobsPageView'

const params = { page: integerParam(1, 1) }

/** The user's jobs; an id in the path highlights that one, even if it is not on this page of the list. */
export function JobsPage() {
  const me = useMe()
  const { jobId } = useParams()
  const [{ page }, patch] = useUrlState(params)
  const jobs = useJobs(page)
  const named = useJob(jobId)
  const { cancel, retry, undo, download } = useJobActions()
  const [stopping, setStopping] = useState<Job | null>(null)

  return (
    <>
      <JobsPageView
        jobs={jobs.data}
        loading={jobs.isPending}
        failed={jobs.isError && !jobs.data}
        onReload={() => void jobs.refetch()}
        jobId={jobId}
        named={named.data}
        notThere={named.error instanceof ApiError && named.error.status === 404}
        page={page}
        onPage={next => patch({ page: next })}
        busy={(retry.isPending && retry.variables) || (undo.isPending && undo.variables) || (download.isPending && download.variables) || undefined}
        onDownload={job => download.mutate(job.id)}
        onCancel={setStopping}
        onUndo={job =>
          undo.mutate(job.id, {
            onSuccess: restoring => {
              notify({ key: 'jobs.undone', color: 'success' })
              // The lists of sheets that have been read show what is back.
              void followJob(me.company_id, restoring, () => undefined)
            },
          })
        }
        onRetry={job => retry.mutate(job.id, { onSuccess: () => void notify({ key: 'jobs.retried', color: 'success' }) })}
      />
      {stopping && (
        <CancelDialog
          job={stopping}
          busy={cancel.isPending}
          onCancel={() => setStopping(null)}
          onConfirm={() =>
            cancel.mutate(stopping.id, {
              onSuccess: () => void notify({ key: 'jobs.cancelled', color: 'info' }),
              onSettled: () => setStopping(null),
            })
          }
        />
      )}
    </>
  )
}
