import { Box, Chip, Link as TextLink, Pagination, Paper, Stack, Typography } from '@mui/material'
import { type ReactNode, type Ref, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { Substance, useSubstance, useSubstanceSheets } from '@/shared/api/substances'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { useLawName } from '@/shared/law/words'
import { counted, formatDate } from '@/shared/lib/format'
import { paths, withQuery } from '@/shared/lib/paths'
import { EmptyState } from '@/shared/ui/EmptyState'
import { ListState } from '@/shared/ui/ListState'
import { PageHeader } from '@/shared/ui/PageHeader'
import { formatQuantity } from '@/shared/sds/quantity'
import { Classification } from './components/Classification'
import { Harmonised } from './components/Harmonised'
import { Entries } from './components/Entries'
import { StatedLimits } from './components/StatedLimits'
import { Uses } from './components/Uses'
import { useKindName } from './useKindName'

export interface SubstancePageViewProps {
  cas: string
  substance: ReturnType<typeof useSubstance>
  notThere: boolean
  sheets: ReturnType<typeof useSubstanceSheets>
  departmentName: (id: string) => string
  page: number
  onPage: (page: number) => void
  /** The limit or category, by its key, that the listed sheets state; empty: all are listed. */
  limit: string
  category: string
  onStating: (stating: { limit?: string; category?: string }) => void
  onOpen: (sheetId: string) => void
}

export function SubstancePageView({ cas, substance, notThere, sheets, departmentName, page, onPage, limit, category, onStating, onOpen }: SubstancePageViewProps) {
  const { t } = useTranslation()
  const nameOf = useLawName()
  const { data } = substance
  const uses = useRef<HTMLElement>(null)
  const stating = useStating(data, limit, category)
  // The sheets come into view once the address has changed, which moves the page to its top.
  const asked = useRef(false)
  useEffect(() => {
    if (!asked.current) return
    asked.current = false
    uses.current?.scrollIntoView({ block: 'start' })
    uses.current?.focus({ preventScroll: true })
  }, [limit, category])
  const select = (by: { limit?: string; category?: string }) => {
    asked.current = true
    onStating(by)
  }
  const back = (
    <TextLink component={Link} to={paths.substances} variant="body2">
      {t('substances.toAll')}
    </TextLink>
  )
  if (notThere) {
    return (
      <>
        <PageHeader title={cas} lead={back} />
        <Paper variant="outlined">
          <EmptyState title={t('substances.notThere')}>{t('substances.notThereText')}</EmptyState>
        </Paper>
      </>
    )
  }
  const pages = sheets.data ? Math.ceil(sheets.data.total / sheets.data.limit) : 0
  return (
    <>
      <PageHeader title={(data && nameOf(data.name)) || cas} lead={back} />
      <ListState list={substance} empty={false}>
        {data && (
          <Stack sx={{ gap: 2 }}>
            <Facts substance={data} departmentName={departmentName} />
            <Part title={t('substances.entries')}>{data.entries.length > 0 ? <Entries entries={data.entries} /> : <Nothing>{t('substances.noEntries')}</Nothing>}</Part>
            <Part title={t('substances.statedLimits')}>
              {data.stated_limits.length > 0 ? <StatedLimits limits={data.stated_limits} onSelect={key => select({ limit: key })} /> : <Nothing>{t('substances.noStatedLimits')}</Nothing>}
            </Part>
            <Part title={t('substances.classification')}>
              {!data.classified && <Nothing>{t('substances.notClassified')}</Nothing>}
              {data.classified && data.classification.length === 0 && <Nothing>{t('substances.notHazardous')}</Nothing>}
              {data.classification.length + data.stated_classification.length > 0 && <Classification substance={data} onSelect={key => select({ category: key })} />}
              {data.harmonised.classes.length > 0 && <Harmonised harmonised={data.harmonised} />}
              {!data.harmonised.as_of && <Nothing>{t('substances.harmonisedNotLoaded')}</Nothing>}
              {data.classifying_sheet_count === 0 && <Nothing>{t('substances.noStatedClasses')}</Nothing>}
            </Part>
            <Part title={t('substances.uses')} at={uses}>
              {stating && (
                <Box sx={{ px: 2, py: 1 }}>
                  <Chip size="small" label={stating} onDelete={() => onStating({})} slotProps={{ root: { 'aria-label': t('substances.statingRemove', { what: stating }) } }} />
                </Box>
              )}
              <ListState list={sheets} empty={sheets.data?.items.length === 0 && <Nothing>{t('substances.noUses')}</Nothing>}>
                <Uses rows={sheets.data?.items ?? []} departmentName={departmentName} onOpen={onOpen} />
              </ListState>
              {pages > 1 && (
                <Stack sx={{ alignItems: 'center', my: 1.5 }}>
                  <Pagination count={pages} page={page} onChange={(_event, next) => onPage(next)} aria-label={t('substances.pages')} />
                </Stack>
              )}
            </Part>
          </Stack>
        )}
      </ListState>
    </>
  )
}

/** What the listed sheets are restricted to; empty if to nothing. */
function useStating(substance: Substance | undefined, limit: string, category: string): string {
  const { t } = useTranslation()
  const locale = useLocale()
  const nameOf = useLawName()
  const kindName = useKindName()
  if (!substance || (!limit && !category)) return ''
  const stated = substance.stated_limits.find(({ key }) => key === limit)
  if (stated) {
    const what = [stated.authority || t('substances.noAuthority'), kindName(stated.kind), formatQuantity(stated.value, locale)].join(' ')
    return t('substances.statingLimit', { what })
  }
  for (const row of substance.stated_classification) {
    const found = row.categories.find(({ key }) => key === category)
    if (found) return t('substances.statingCategory', { what: `${nameOf(row.name)} ${nameOf(found.name) || t('substances.noCategory')}` })
  }
  return t('substances.statingOther')
}

function Part({ title, at, children }: { title: string; at?: Ref<HTMLElement>; children: ReactNode }) {
  return (
    <Paper ref={at} tabIndex={at ? -1 : undefined} variant="outlined" component="section" aria-label={title} sx={{ position: 'relative', overflow: 'hidden', scrollMarginTop: 72, '&:focus': { outline: 'none' } }}>
      <Typography variant="h3" component="h2" sx={{ px: 2, py: 1.25, borderBottom: 1, borderColor: 'divider' }}>
        {title}
      </Typography>
      {children}
    </Paper>
  )
}

function Nothing({ children }: { children: ReactNode }) {
  return (
    <Typography variant="body2" color="textSecondary" sx={{ px: 2, py: 1.5 }}>
      {children}
    </Typography>
  )
}

/** What is known of the substance, and where the company has it. */
function Facts({ substance, departmentName }: { substance: Substance; departmentName: (id: string) => string }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const cas = substance.cas_number
  const gazette = [...(substance.gazette.cscl ?? []).map(number => t('substances.cscl', { number })), ...(substance.gazette.isha ?? []).map(number => t('substances.isha', { number }))]
  const departments = substance.departments.flatMap(({ id, count }) => {
    const name = departmentName(id)
    return name ? [{ id, text: t('substances.inDepartment', { name, count }) }] : []
  })
  return (
    <Paper variant="outlined" component="section" aria-label={t('substances.facts')} sx={{ px: 2, py: 1.5 }}>
      <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '180px minmax(0, 1fr)' }, columnGap: 2, rowGap: 1, fontSize: 'normal', '& dt': { color: 'text.secondary' }, '& dd': { m: 0, minWidth: 0, overflowWrap: 'anywhere' } }}>
        <dt>{t('substances.column.cas_number')}</dt>
        <dd>
          {cas}
          {substance.formula && ` ／ ${substance.formula}`}
        </dd>
        <dt>{t('substances.gazette')}</dt>
        <dd>
          {gazette.length > 0 ? gazette.join(t('common.listSeparator')) : <Typography component="span" variant="body2" color="textSecondary">{t(substance.gazette.complete ? 'substances.gazetteNoneComplete' : 'substances.gazetteNone')}</Typography>}
        </dd>
        <dt>{t('substances.prtrNumber')}</dt>
        <dd>
          {substance.prtr.numbers?.length ? (
            substance.prtr.numbers.join(t('common.listSeparator'))
          ) : (
            <Typography component="span" variant="body2" color="textSecondary">
              {substance.prtr.as_of ? t('substances.prtrNone', { day: formatDate(substance.prtr.as_of, locale) }) : t('substances.notLoaded')}
            </Typography>
          )}
        </dd>
        {substance.other_names.length > 0 && (
          <>
            <dt>{t('substances.otherNames')}</dt>
            <dd>{substance.other_names.join(t('common.listSeparator'))}</dd>
          </>
        )}
        <dt>{t('substances.column.sheets')}</dt>
        <dd>
          <TextLink component={Link} to={withQuery(paths.sdsList, { cas_number: cas })}>
            {t('substances.sheets', counted(substance.sheet_count, locale))}
          </TextLink>
        </dd>
        {departments.length > 0 && (
          <>
            <dt>{t('substances.departments')}</dt>
            <dd>
              <Stack direction="row" useFlexGap component="ul" sx={{ listStyle: 'none', m: 0, p: 0, gap: 0.75, flexWrap: 'wrap' }}>
                {departments.map(({ id, text }) => (
                  <li key={id}>
                    <Chip size="small" variant="outlined" label={text} component={Link} clickable to={withQuery(paths.sdsList, { cas_number: cas, department_id: id })} />
                  </li>
                ))}
              </Stack>
            </dd>
          </>
        )}
        <dt>{t('substances.limits')}</dt>
        <dd>
          {substance.limits.map(({ kind, value, from }) => (
            <div key={kind}>
              {t(`substances.limit.${kind}`)} {value}
              {from && <Typography component="span" variant="caption" color="textSecondary">{` ${t('substances.since', { day: formatDate(from, locale) })}`}</Typography>}
            </div>
          ))}
          {substance.limits.length === 0 && t('substances.noLimits')}
        </dd>
      </Box>
    </Paper>
  )
}
