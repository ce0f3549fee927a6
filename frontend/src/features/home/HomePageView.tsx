import { Box, Button } from '@mui/material'
import { Link } from 'react-router'
import type { Overview } from '@/shared/api/overview'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { useLawName } from '@/shared/law/words'
import { counted, formatDate } from '@/shared/lib/format'
import { paths, withQuery } from '@/shared/lib/paths'
import { EmptyState } from '@/shared/ui/EmptyState'
import { FormAlert } from '@/shared/ui/FormAlert'
import { CheckIcon, HistoryIcon, ListIcon, UploadIcon, UserIcon, WarningIcon } from '@/shared/ui/icons/icons'
import { PageHeader } from '@/shared/ui/PageHeader'
import { Section } from '@/shared/ui/Section'
import { Spinner } from '@/shared/ui/Spinner'
import { type Bar, Bars } from './components/Bars'
import { LawChanges } from './components/LawChanges'
import { Tile, Tiles } from './components/Tiles'

interface HomePageViewProps {
  overview: Overview | undefined
  failed: boolean
  busy: boolean
  mayRegister: boolean
  onRetry: () => void
}

/** The list of all sheets: without its order it would begin with the user's saved filter. */
const allSheets = withQuery(paths.sdsList, { sort: '-created_at' })

/** The number of laws shown; the list's filter has the others. */
const mostLaws = 8

export function HomePageView({ overview, failed, busy, mayRegister, onRetry }: HomePageViewProps) {
  const { t } = useTranslation()
  const locale = useLocale()
  const register = mayRegister && (
    <Button component={Link} to={paths.sdsUpload} variant="contained" startIcon={<UploadIcon />}>
      {t('home.register')}
    </Button>
  )
  if (!overview) {
    return (
      <>
        <PageHeader />
        {failed ? (
          <EmptyState
            title={t('home.failed')}
            action={
              <Button variant="outlined" onClick={onRetry} loading={busy}>
                {t('common.retry')}
              </Button>
            }
          />
        ) : (
          <Spinner />
        )}
      </>
    )
  }
  if (overview.all.count === 0) {
    return (
      <>
        <PageHeader />
        <Unreachable count={overview.unreachable_users ?? 0} />
        <EmptyState title={t('home.empty')} icon={<ListIcon color="primary" sx={{ fontSize: 36 }} />} action={register}>
          {t(mayRegister ? 'home.emptyText' : 'home.emptyReader')}
        </EmptyState>
      </>
    )
  }
  return (
    <>
      <PageHeader lead={t('home.asOf', { day: formatDate(overview.as_of, locale) })} actions={register} />
      <Unreachable count={overview.unreachable_users ?? 0} />
      <Tiles label={t('home.toDo')}>
        <Tile figure={overview.to_review} label={t('home.toReview')} hint={t('home.toReviewHint')} icon={CheckIcon} tone="warning" />
        <Tile figure={overview.revision_due} label={t('home.revisionDue')} hint={t('home.revisionDueHint')} icon={HistoryIcon} tone="warning" />
        <Tile figure={overview.incomplete} label={t('home.incomplete')} hint={t('home.incompleteHint')} icon={WarningIcon} tone="error" to={paths.sdsErrors} />
        <Tile figure={overview.mine} label={t('home.mine')} hint={t('home.mineHint')} icon={UserIcon} />
        <Tile figure={overview.new_law_hits} label={t('home.newLawHits')} hint={t('home.since', { day: formatDate(overview.since, locale) })} icon={WarningIcon} tone="warning" />
        <Tile figure={overview.announced_law_hits} label={t('home.announced')} hint={t('home.announcedHint')} icon={HistoryIcon} tone="info" />
      </Tiles>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }, alignItems: 'start' }}>
        <Figures overview={overview} />
      </Box>
    </>
  )
}

/** Tells administrators that mails to colleagues come back. */
function Unreachable({ count }: { count: number }) {
  const { t } = useTranslation()
  if (count === 0) return null
  return (
    <FormAlert
      severity="warning"
      sx={{ mb: 2 }}
      action={
        <Button component={Link} to={paths.users} color="inherit" size="small">
          {t('home.unreachableAction')}
        </Button>
      }
    >
      {t('home.unreachable', { count })}
    </FormAlert>
  )
}

function Figures({ overview }: { overview: Overview }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const lawName = useLawName()
  const statuses: Bar[] = overview.statuses.map(({ status_group: group, ...figure }) => ({ key: group, label: t(`sds.status.${group}`), tone: statusTones[group], ...figure }))
  const revisions: Bar[] = overview.revisions.map(({ revision_status: status, ...figure }) => ({ key: status, label: t(`sds.revision.${status}`), tone: revisionTones[status], ...figure }))
  const laws: Bar[] = overview.laws.slice(0, mostLaws).map(({ id, name, ...figure }) => ({ key: String(id), label: lawName(name), ...figure }))
  return (
    <>
      <Section
        title={t('home.statuses')}
        action={
          <Button component={Link} to={allSheets} size="small">
            {t('home.all', counted(overview.all.count, locale))}
          </Button>
        }
      >
        <Bars bars={statuses} total={overview.all.count} />
      </Section>
      <Section title={t('home.revisions')}>
        <Bars bars={revisions} total={overview.all.count} />
      </Section>
      <Section title={t('home.laws')} lead={t('home.lawsLead')}>
        {laws.length > 0 ? <Bars bars={laws} total={overview.all.count} /> : <EmptyState title={t('home.noLaws')} />}
      </Section>
      <Section
        title={t('home.changes')}
        lead={t('home.changesLead')}
        action={
          <Button component={Link} to={paths.duties} size="small">
            {t('home.duties')}
          </Button>
        }
      >
        {overview.law_changes.length > 0 ? <LawChanges changes={overview.law_changes} /> : <EmptyState title={t('home.noChanges')} />}
      </Section>
    </>
  )
}

const statusTones = { pre_analysis: 'neutral', analyzing: 'info', completed: 'success', impossible: 'error', reconfirmation: 'warning', check: 'warning' } as const
const revisionTones = { OLD: 'neutral', NEED_REVISION: 'error', REVISED: 'success', SUPPLIER_CONFIRMED: 'info' } as const
