import { Box, Link, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import type { Due, Duty } from '@/shared/api/laws'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { formatDate } from '@/shared/lib/format'
import { StatusChip, type StatusTone } from '@/shared/ui/StatusChip'
import { UnfoldingRow } from '@/shared/ui/UnfoldingRow'
import { type DutyForce, byKind } from './duties'
import { useLawName } from './words'

const tones: Record<DutyForce, StatusTone> = { required: 'error', conditional: 'warning', possible: 'neutral', scheduled: 'info' }

/** How a duty follows from the verdicts, as a label. */
export function ForceChip({ force, from }: { force: DutyForce; from?: string }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const label = force === 'scheduled' && from ? t('duties.from', { day: formatDate(from, locale) }) : t(`duties.force.${force}`)
  return <StatusChip tone={tones[force]} label={label} tooltip={t(`duties.forceHelp.${force}`)} />
}

/** Duties by kind; each kind names its duties and unfolds to their articles, conditions and intervals. */
export function DutyGroups<T extends Duty>({ duties, aside, more, open = [] }: { duties: readonly T[]; aside: (duty: T) => ReactNode; more?: (duty: T) => ReactNode; open?: readonly string[] }) {
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {byKind(duties).map(({ kind, duties: of }) => (
        <KindRow key={kind} kind={kind} duties={of} aside={aside} more={more} initially={open.includes(kind)} />
      ))}
    </Box>
  )
}

function KindRow<T extends Duty>({ kind, duties, aside, more, initially }: { kind: Duty['kind']; duties: readonly T[]; aside: (duty: T) => ReactNode; more?: (duty: T) => ReactNode; initially: boolean }) {
  const { t } = useTranslation()
  const nameOf = useLawName()
  return (
    <UnfoldingRow
      initially={initially}
      title={t(`duties.kind.${kind}`)}
      summary={open =>
        !open && (
          <Typography component="span" color="textSecondary" sx={{ fontSize: 'small', display: '-webkit-box', WebkitLineClamp: 2, WebkitBoxOrient: 'vertical', overflow: 'hidden' }}>
            {/* Laws name the same duty each on their own. */}
            {[...new Set(duties.map(({ what }) => nameOf(what)))].join(t('duties.separator'))}
          </Typography>
        )
      }
      aside={
        <Typography component="span" color="textSecondary" sx={{ fontSize: 'dense', fontVariantNumeric: 'tabular-nums' }}>
          {t('duties.count', { count: duties.length })}
        </Typography>
      }
    >
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, '& > li + li': { borderTop: 1, borderColor: 'divider' } }}>
        {duties.map(duty => (
          <DutyLine key={duty.id} duty={duty} aside={aside(duty)}>
            {more?.(duty)}
          </DutyLine>
        ))}
      </Box>
    </UnfoldingRow>
  )
}

/** A duty with its condition, interval, records, deadline and article; an article that was not compared with the law says so. */
export function DutyLine({ duty, aside, children }: { duty: Duty; aside?: ReactNode; children?: ReactNode }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const nameOf = useLawName()
  const facts = [
    [t('duties.condition'), nameOf(duty.condition)],
    [t('duties.interval'), nameOf(duty.interval)],
    [t('duties.retention'), duty.retention_years && t('duties.years', { count: duty.retention_years })],
    [t('duties.deadline'), nameOf(duty.deadline)],
    [t('duties.inForce'), duty.in_force_from && formatDate(duty.in_force_from, locale)],
  ] as const
  const checked = duty.verification === 'text' || duty.verification === 'order'
  return (
    <Box component="li" sx={{ py: 0.75, fontSize: 'dense' }}>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start', justifyContent: 'space-between', flexWrap: 'wrap' }}>
        <Typography component="span" sx={{ fontSize: 'inherit', fontWeight: 600, minWidth: 0, flex: '1 1 200px' }}>
          {nameOf(duty.what)}
        </Typography>
        {aside}
      </Box>
      <Box component="dl" sx={{ m: 0, mt: 0.25, display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', columnGap: 1.5, rowGap: 0.25 }}>
        {facts.map(([name, value]) =>
          value ? (
            <Box key={name} sx={{ display: 'contents' }}>
              <Box component="dt" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
                {name}
              </Box>
              <Box component="dd" sx={{ m: 0, minWidth: 0, overflowWrap: 'anywhere' }}>
                {value}
              </Box>
            </Box>
          ) : null,
        )}
        <Box component="dt" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
          {t('duties.article')}
        </Box>
        <Box component="dd" sx={{ m: 0, minWidth: 0, display: 'flex', gap: 1, flexWrap: 'wrap', alignItems: 'baseline' }}>
          {duty.link ? (
            <Link href={duty.link} target="_blank" rel="noreferrer">
              {duty.article}
            </Link>
          ) : (
            <span>{duty.article}</span>
          )}
          <StatusChip
            tone={checked ? 'neutral' : 'warning'}
            label={t(`duties.verification.${duty.verification}`)}
            tooltip={[t(`duties.verificationHelp.${duty.verification}`), duty.source, t('duties.asOf', { day: formatDate(duty.source_as_of, locale) })].filter(Boolean).join(' · ')}
          />
        </Box>
      </Box>
      {children}
    </Box>
  )
}

/** The classes that bring a duty. */
export function Because({ due }: { due: Due }) {
  const { t } = useTranslation()
  const nameOf = useLawName()
  return (
    <Typography component="p" color="textSecondary" sx={{ fontSize: 'small', mt: 0.25 }}>
      {t('duties.because', {
        classes: due.because
          .map(({ law_name: law, category_name: category, class_name: of }) => [law, category, of].map(nameOf).filter((name, i, names) => name && names.indexOf(name) === i).join(t('laws.pathSeparator')))
          .join(t('common.listSeparator')),
      })}
    </Typography>
  )
}
