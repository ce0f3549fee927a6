import { Box, Chip, Link as TextLink, Pagination, Paper, Stack, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Substance, useSubstance, useSubstanceSheets } from '@/shared/api/substances'
import { useLocale } from '@/shared/i18n/useLocale'
import { useLawName } from '@/shared/law/words'
import { formatDate, formatNumber } from '@/shared/lib/format'
import { paths, withQuery } from '@/shared/lib/paths'
import { EmptyState } from '@/shared/ui/EmptyState'
import { ListState } from '@/shared/ui/ListState'
import { PageHeader } from '@/shared/ui/PageHeader'
import { Entries } from './components/Entries'
import { Uses } from './components/Uses'

export interface SubstancePageViewProps {
  cas: string
  substance: ReturnType<typeof useSubstance>
  notThere: boolean
  sheets: ReturnType<typeof useSubstanceSheets>
  departmentName: (id: string) => string
  page: number
  onPage: (page: number) => void
  onOpen: (sheetId: string) => void
}

export function SubstancePageView({ cas, substance, notThere, sheets, departmentName, page, onPage, onOpen }: SubstancePageViewProps) {
  const { t } = useTranslation()
  const nameOf = useLawName()
  const { data } = substance
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
            <Part title={t('substances.uses')}>
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

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Paper variant="outlined" component="section" aria-label={title} sx={{ overflow: 'hidden' }}>
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
  const nameOf = useLawName()
  const cas = substance.cas_number
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
        {substance.other_names.length > 0 && (
          <>
            <dt>{t('substances.otherNames')}</dt>
            <dd>{substance.other_names.join(t('common.listSeparator'))}</dd>
          </>
        )}
        <dt>{t('substances.column.sheets')}</dt>
        <dd>
          <TextLink component={Link} to={withQuery(paths.sdsList, { cas_number: cas })}>
            {t('substances.sheets', { n: formatNumber(substance.sheet_count, locale) })}
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
        <dt>{t('substances.classification')}</dt>
        <dd>
          {substance.classification.length > 0 ? (
            <Stack direction="row" useFlexGap component="ul" sx={{ listStyle: 'none', m: 0, p: 0, columnGap: 2, rowGap: 0.25, flexWrap: 'wrap' }}>
              {substance.classification.map(hazard => (
                <li key={hazard.class}>
                  {nameOf(hazard.name)} <b style={{ fontWeight: 600 }}>{nameOf(hazard.category)}</b>
                </li>
              ))}
            </Stack>
          ) : (
            t(substance.classified ? 'substances.notHazardous' : 'substances.notClassified')
          )}
        </dd>
      </Box>
    </Paper>
  )
}
