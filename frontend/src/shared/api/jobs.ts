import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { page as browser } from '@/shared/lib/browser'
import { $api, http } from './client'
import { useMe } from './me'
import { invalidate } from './queryClient'
import type { components } from './schema'
import { send } from './send'
import { useMutation } from './useMutation'

export type Job = components['schemas']['JobView']
export type JobState = Job['state']

/** Polling intervals of jobs while one is unfinished, with the page visible and hidden, in milliseconds. */
const live = { seen: 2_000, hidden: 30_000 }

const listPath = '/companies/{id}/jobs'
const jobPath = '/companies/{id}/jobs/{jobId}'

/** Whether the job may still change by itself. */
export const isUnfinished = ({ state }: Pick<Job, 'state'>) => state === 'queued' || state === 'running'

/** The time until an unfinished job is asked for again. */
export const patience = () => (document.hidden ? live.hidden : live.seen)

const pace = (unfinished: boolean) => (unfinished ? patience() : false)

export const pageSize = 50

/** A page of the user's jobs, latest first. */
export function useJobs(page: number) {
  const id = useMe().company_id
  return useQuery(
    $api.queryOptions(
      'get',
      listPath,
      { params: { path: { id }, query: { page, limit: pageSize } } },
      {
        placeholderData: keepPreviousData,
        staleTime: 0,
        refetchOnWindowFocus: true,
        refetchIntervalInBackground: true,
        refetchInterval: ({ state }) => pace(state.data?.items.some(isUnfinished) ?? false),
      },
    ),
  )
}

/** One job, possibly another user's whose result is accessible. A missing one (404) is reported by the page. */
export function useJob(jobId: string | undefined) {
  const id = useMe().company_id
  return useQuery({
    ...$api.queryOptions(
      'get',
      jobPath,
      { params: { path: { id, jobId: jobId ?? '' } } },
      {
        staleTime: 0,
        refetchIntervalInBackground: true,
        refetchInterval: ({ state }) => pace(state.data !== undefined && isUnfinished(state.data)),
        meta: { ownErrors: [404] },
      },
    ),
    enabled: jobId !== undefined,
  })
}

/** Stops a job, restarts a failed one, undoes a deletion, and fetches a job's file. */
export function useJobActions() {
  const id = useMe().company_id
  const meta = { invalidates: ['jobs'] } as const
  const path = (jobId: string) => ({ params: { path: { id, jobId } } })
  const cancel = useMutation({ meta, mutationFn: (jobId: string) => send(http.DELETE(jobPath, path(jobId))) })
  const retry = useMutation({ meta, mutationFn: (jobId: string) => send(http.POST('/companies/{id}/jobs/{jobId}/retry', path(jobId))) })
  const undo = useMutation({ meta, mutationFn: (jobId: string) => undoJob(id, jobId) })
  const download = useMutation({ mutationFn: (jobId: string) => downloadFile(id, jobId) })
  return { cancel, retry, undo, download }
}

/** Fetches the file of a job by a link that is valid for five minutes. */
export async function downloadFile(id: string, jobId: string): Promise<void> {
  const { file } = await send(http.GET(jobPath, { params: { path: { id, jobId } } }))
  if (file?.url) browser.leaveFor(file.url)
  // It has expired since the job was read; the list of jobs shows it.
  else await invalidate('jobs')
}

/** Starts the job that restores what a deletion has deleted; returns its id. */
export const undoJob = async (id: string, jobId: string) => (await send(http.POST('/companies/{id}/jobs/{jobId}/undo', { params: { path: { id, jobId } } }))).job_id
