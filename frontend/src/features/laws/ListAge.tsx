import { Box, Button, Stack, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Law, Laws } from '@/shared/api/laws'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { useLawName } from '@/shared/law/words'
import { formatDate } from '@/shared/lib/format'
import { lawPath } from '@/shared/lib/paths'
import { Section } from '@/shared/ui/Section'
import { StatusChip } from '@/shared/ui/StatusChip'

type Category = Law['categories'][number]

/** The day to which a list is known to be complete, and whether it is past its revision rhythm. */
export function ListAge({ category }: { category: Category }) {
  const { t } = useTranslation()
  const locale = useLocale()
  if (!category.complete_to) return null
  return (
    <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 1, alignItems: 'baseline', fontSize: 'small', color: 'text.secondary' }}>
      <span>{t('duties.law.age.completeTo', { day: formatDate(category.complete_to, locale) })}</span>
      <span>{t('duties.law.age.rhythm', { count: category.rhythm_months ?? 0 })}</span>
      {category.partial && <StatusChip tone="warning" label={t('duties.law.age.partial')} />}
      {category.overdue && <StatusChip tone="warning" label={t('duties.law.age.past')} />}
      {category.overdue && category.overdue_from && <span>{t('duties.law.age.since', { day: formatDate(category.overdue_from, locale) })}</span>}
    </Stack>
  )
}

/** The lists that are past their revision rhythm, the longest first, and those that are not loaded. */
export function ListStates({ tree }: { tree: Laws }) {
  const { t } = useTranslation()
  const nameOf = useLawName()
  const all = tree.laws.flatMap(law => law.categories.map(category => ({ law, category })))
  const overdue = all.filter(({ category }) => category.overdue).sort((a, b) => (a.category.overdue_from ?? '').localeCompare(b.category.overdue_from ?? ''))
  const missing = all.filter(({ category }) => !category.loaded)
  const link = ({ law, category }: (typeof all)[number]) => (
    <Button component={Link} to={lawPath(category.id)} size="small" sx={{ textAlign: 'left', justifyContent: 'flex-start' }}>
      {nameOf(law.name)} · {nameOf(category.name)}
    </Button>
  )
  return (
    <Section title={t('duties.law.age.title')}>
      {overdue.length > 0 && (
        <Folded title={t('duties.law.age.overdue', { count: overdue.length })} lead={t('duties.law.age.overdueLead')}>
          {overdue.map(one => (
            <Box component="li" key={one.category.id} sx={{ breakInside: 'avoid', pb: 0.5 }}>
              {link(one)}
              <Box sx={{ pl: 0.75 }}>
                <ListAge category={one.category} />
              </Box>
            </Box>
          ))}
        </Folded>
      )}
      {missing.length > 0 && (
        <Folded title={t('duties.law.age.missing', { count: missing.length })} lead={t('duties.law.age.missingLead')}>
          {missing.map(one => (
            <Box component="li" key={one.category.id} sx={{ breakInside: 'avoid' }}>{link(one)}</Box>
          ))}
        </Folded>
      )}
      {overdue.length + missing.length === 0 && <Typography variant="body2" color="textSecondary">{t('duties.law.age.current')}</Typography>}
    </Section>
  )
}

/** A list of lists that unfolds: the laws themselves come first to the eye. */
function Folded({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <Box component="details" sx={{ fontSize: 'dense' }}>
      <Box component="summary" sx={{ cursor: 'pointer', fontWeight: 600, py: 0.5 }}>{title}</Box>
      <Typography variant="body2" color="textSecondary">{lead}</Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, mb: 1, p: 0, columns: { md: 2 }, columnGap: 4 }}>{children}</Box>
    </Box>
  )
}
