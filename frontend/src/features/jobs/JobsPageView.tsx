import { Box, Button, LinearProgress, Pagination, Paper, Stack, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type Job, isUnfinished } from '@/shared/api/jobs'
import type { components } from '@/shared/api/schema'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { counted } from '@/shared/lib/format'
import { paths } from '@/shared/lib/paths'
import { EmptyState } from '@/shared/ui/EmptyState'
import { PageHeader } from '@/shared/ui/PageHeader'
import { type JobActions, JobRow } from './components/JobRow'

export interface JobsPageViewProps extends JobActions {
  /** A page of the list; undefined until the first has loaded. */
  jobs: components['schemas']['JobsBody'] | undefined
  loading: boolean
  failed: boolean
  onReload: () => void
  /** The job in the address, and its loading state. */
  jobId: string | undefined
  named: Job | undefined
  notThere: boolean
  page: number
  onPage: (page: number) => void
}

export function JobsPageView({ jobs, loading, failed, onReload, jobId, named, notThere, page, onPage, ...actions }: JobsPageViewProps) {
  const { t } = useTranslation()
  const locale = useLocale()
  const items = jobs?.items ?? []
  const active = items.filter(isUnfinished).length
  const elsewhere = named && !items.some(({ id }) => id === named.id) ? named : undefined
  const pages = jobs ? Math.ceil(jobs.total / jobs.limit) : 0
  const row = (job: Job) => <JobRow key={job.id} job={job} chosen={job.id === jobId} {...actions} />
  return (
    <>
      <PageHeader
        title={t('screens.jobs')}
        lead={t('jobs.lead')}
        actions={
          <Typography variant="body2" component="span" role="status" sx={{ color: 'text.secondary' }}>
            {active > 0 && t('jobs.active', counted(active, locale))}
          </Typography>
        }
      />
      {notThere && (
        <Paper variant="outlined" sx={{ mb: 2 }}>
          <EmptyState
            title={t('jobs.notThere')}
            action={
              <Button component={Link} to={paths.jobs} variant="outlined">
                {t('jobs.showAll')}
              </Button>
            }
          >
            {t('jobs.notThereText')}
          </EmptyState>
        </Paper>
      )}
      {elsewhere && !loading && <JobList label={t('jobs.named')}>{row(elsewhere)}</JobList>}
      {loading ? (
        <LinearProgress aria-label={t('common.loading')} />
      ) : failed ? (
        <Paper variant="outlined">
          <EmptyState
            title={t('jobs.failed')}
            action={
              <Button variant="outlined" onClick={onReload}>
                {t('common.reload')}
              </Button>
            }
          />
        </Paper>
      ) : items.length > 0 ? (
        <JobList label={t('jobs.list')}>{items.map(row)}</JobList>
      ) : (
        !elsewhere &&
        !notThere && (
          <Paper variant="outlined">
            <EmptyState
              title={t('jobs.empty')}
              action={
                <Button component={Link} to={paths.sdsList} variant="outlined">
                  {t('jobs.toSheets')}
                </Button>
              }
            >
              {t('jobs.emptyText')}
            </EmptyState>
          </Paper>
        )
      )}
      {pages > 1 && (
        <Stack sx={{ alignItems: 'center' }}>
          <Pagination count={pages} page={page} onChange={(_, next) => onPage(next)} aria-label={t('jobs.pages')} />
        </Stack>
      )}
    </>
  )
}

function JobList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Paper variant="outlined" sx={{ mb: 2, overflow: 'hidden' }}>
      <Box component="ul" aria-label={label} sx={{ listStyle: 'none', m: 0, p: 0, '& > li + li': { borderTop: 1, borderTopColor: 'divider' } }}>
        {children}
      </Box>
    </Paper>
  )
}
