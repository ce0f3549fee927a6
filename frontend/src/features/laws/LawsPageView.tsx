import { Box, Button, MenuItem, Pagination, Stack, TextField, Typography } from '@mui/material'
import { Link } from 'react-router'
import type { LawPart, Laws } from '@/shared/api/laws'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { DutyGroups } from '@/shared/law/DutyGroups'
import { useLawName, useThresholdText } from '@/shared/law/words'
import { counted, formatDate, formatMonth } from '@/shared/lib/format'
import { listAddress } from '@/shared/lib/listAddress'
import { lawPath } from '@/shared/lib/paths'
import { type SearchBoxProps, searchRule } from '@/shared/lib/searchText'
import { EmptyState } from '@/shared/ui/EmptyState'
import { PageHeader } from '@/shared/ui/PageHeader'
import { Section } from '@/shared/ui/Section'
import { Spinner } from '@/shared/ui/Spinner'
import { StatusChip } from '@/shared/ui/StatusChip'
import { useTooLong } from '@/shared/ui/useTooLong'
import { ListAge, ListStates } from './ListAge'

interface LawsPageViewProps {
  tree: Laws | undefined
  law: LawPart | undefined
  chosen: string | undefined
  failed: boolean
  onRetry: () => void
  search: SearchBoxProps
  from: string
  onFrom: (day: string) => void
  page: number
  onPage: (page: number) => void
}

export function LawsPageView(props: LawsPageViewProps) {
  const { tree, law, chosen, failed, onRetry } = props
  const { t } = useTranslation()
  const locale = useLocale()
  const nameOf = useLawName()
  if (failed)
    return (
      <>
        <PageHeader />
        <EmptyState
          title={t('duties.law.failed')}
          action={
            <Button variant="outlined" onClick={onRetry}>
              {t('common.retry')}
            </Button>
          }
        />
      </>
    )
  if (!tree || (chosen && !law))
    return (
      <>
        <PageHeader />
        <Spinner />
      </>
    )
  if (chosen && law) return <LawPartView {...props} tree={tree} law={law} />
  return (
    <>
      <PageHeader lead={t('duties.law.lead', { ...counted(tree.set.entries, locale), day: formatMonth(tree.set.version, locale) })} />
      <Stack sx={{ gap: 2 }}>
        <ListStates tree={tree} />
        <Section title={t('duties.law.all')}>
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, columns: { md: 2 }, columnGap: 4 }}>
            {tree.laws.map(one => (
              <Box component="li" key={one.id} sx={{ breakInside: 'avoid', pb: 1.5 }}>
                <Button component={Link} to={lawPath(one.id)} size="small" sx={{ textAlign: 'left', fontWeight: 600, justifyContent: 'flex-start' }}>
                  {nameOf(one.name)}
                </Button>
                <Box component="ul" sx={{ listStyle: 'none', m: 0, pl: 2 }}>
                  {one.categories.map(category => (
                    <Box component="li" key={category.id}>
                      <Button component={Link} to={lawPath(category.id)} size="small" color="inherit" sx={{ textAlign: 'left', justifyContent: 'flex-start' }}>
                        {nameOf(category.name)}
                      </Button>
                      {!category.loaded && <StatusChip label={t('duties.law.notLoaded')} />}
                    </Box>
                  ))}
                </Box>
              </Box>
            ))}
          </Box>
        </Section>
      </Stack>
    </>
  )
}

function LawPartView({ tree, law, from, onFrom, ...listed }: LawsPageViewProps & { tree: Laws; law: LawPart }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const nameOf = useLawName()
  const parent = tree.laws.find(({ code }) => code === law.law_code)
  const categories = parent?.categories.filter(({ code }) => !law.category_code || code === law.category_code) ?? []
  return (
    <>
      <PageHeader
        title={nameOf(law.name)}
        lead={parent && parent.id !== law.id ? nameOf(parent.name) : undefined}
        actions={
          <Button component={Link} to={listAddress({ law: [law.key] })} variant="outlined">
            {t('duties.law.sheets')}
          </Button>
        }
      />
      <Stack sx={{ gap: 2 }}>
        <Section title={t('duties.law.versions')} lead={t('duties.law.versionsLead')}>
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, '& > li + li': { borderTop: 1, borderColor: 'line' } }}>
            {categories.map(category => (
              <Box component="li" key={category.id} sx={{ py: 1, fontSize: 'dense' }}>
                <Box sx={{ fontWeight: 600 }}>
                  {nameOf(category.name)} <Box component="span" sx={{ fontWeight: 400, color: 'text.secondary' }}>{category.article}</Box>
                </Box>
                {!category.loaded && <StatusChip label={t('duties.law.notLoaded')} tone="warning" />}
                <ListAge category={category} />
                {category.activity && (
                  <Typography color="textSecondary" sx={{ fontSize: 'small' }}>
                    {t('duties.law.activity', { what: nameOf(category.activity) })}
                  </Typography>
                )}
                <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 1, mt: 0.5 }}>
                  {category.versions.map(version => (
                    <Button
                      key={`${version.from}${version.as_of}`}
                      size="small"
                      variant={version.from && from === version.from ? 'contained' : 'outlined'}
                      disabled={!version.from}
                      aria-pressed={Boolean(version.from) && from === version.from}
                      onClick={() => onFrom(from === version.from ? '' : version.from)}
                    >
                      {version.from
                        ? t(`duties.law.version.${version.state}`, { day: formatDate(version.from, locale), source: version.source, asOf: formatDate(version.as_of, locale) || version.as_of })
                        : t('duties.law.undated', { source: version.source, asOf: formatDate(version.as_of, locale) || version.as_of })}
                    </Button>
                  ))}
                </Stack>
              </Box>
            ))}
          </Box>
        </Section>
        <Section title={t('duties.title')} lead={t('duties.notice')}>
          {law.duties.length > 0 ? <DutyGroups duties={law.duties} aside={() => null} /> : <Typography variant="body2">{law.no_duties ? t('duties.law.noneRecorded', { why: nameOf(law.no_duties) }) : t('duties.law.none')}</Typography>}
        </Section>
        <Entries law={law} from={from} onFrom={onFrom} {...listed} />
      </Stack>
    </>
  )
}

function Entries({ law, search, from, onFrom, page, onPage }: Pick<LawsPageViewProps, 'search' | 'from' | 'onFrom' | 'page' | 'onPage'> & { law: LawPart }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const nameOf = useLawName()
  const threshold = useThresholdText()
  const fault = useTooLong()(search.value, searchRule)
  const pages = Math.ceil(law.total / law.limit)
  return (
    <Section title={t('duties.law.entries', counted(law.total, locale))}>
      <Stack direction="row" useFlexGap sx={{ gap: 2, flexWrap: 'wrap', mb: 1 }}>
        <TextField label={t('duties.law.search')} {...search} error={fault !== undefined} helperText={fault} slotProps={{ htmlInput: { type: 'search' } }} sx={{ minWidth: 260 }} />
        {from && (
          <TextField select label={t('duties.law.begins')} value={from} onChange={event => onFrom(event.target.value)} sx={{ minWidth: 200 }} slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}>
            <MenuItem value="">{t('duties.law.anyDay')}</MenuItem>
            <MenuItem value={from}>{formatDate(from, locale)}</MenuItem>
          </TextField>
        )}
      </Stack>
      {law.items.length === 0 && <Typography variant="body2">{t('duties.law.noEntries')}</Typography>}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, '& > li + li': { borderTop: 1, borderColor: 'line' } }}>
        {law.items.map(entry => (
          <Box component="li" key={entry.id} sx={{ py: 0.75, fontSize: 'dense' }}>
            <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', alignItems: 'baseline' }}>
              <Box component="span" sx={{ fontWeight: 600 }}>
                {nameOf(entry.name)}
              </Box>
              {entry.state !== 'in_force' && <StatusChip tone={entry.state === 'announced' ? 'info' : 'neutral'} label={t(`duties.law.state.${entry.state}`)} />}
              {entry.confidence === 'knowledge' && <StatusChip tone="warning" label={t('laws.confidence.knowledge')} />}
            </Box>
            <Typography color="textSecondary" sx={{ fontSize: 'small', overflowWrap: 'anywhere' }}>
              {[
                entry.number,
                entry.threshold && threshold(entry.threshold),
                entry.cas.slice(0, 5).join(t('common.listSeparator')) + (entry.cas.length > 5 ? ' …' : ''),
                entry.from && t('duties.law.fromDay', { day: formatDate(entry.from, locale) }),
                entry.to && t('duties.law.toDay', { day: formatDate(entry.to, locale) }),
                entry.transition && t('duties.law.transition', { day: formatDate(entry.transition.to, locale), what: nameOf(entry.transition.what) }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </Typography>
          </Box>
        ))}
      </Box>
      {pages > 1 && <Pagination size="small" count={pages} page={page} onChange={(_event, next) => onPage(next)} aria-label={t('duties.law.pages')} sx={{ mt: 1 }} />}
    </Section>
  )
}
