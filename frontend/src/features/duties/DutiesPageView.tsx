import { Autocomplete, Box, Button, LinearProgress, Link as MuiLink, Stack, TextField } from '@mui/material'
import { Link } from 'react-router'
import type { Department } from '@/shared/api/departments'
import type { Duties, DutyCount } from '@/shared/api/duties'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { DutyGroups } from '@/shared/law/DutyGroups'
import { counted, formatDate } from '@/shared/lib/format'
import { listAddress } from '@/shared/lib/listAddress'
import { paths } from '@/shared/lib/paths'
import { EmptyState } from '@/shared/ui/EmptyState'
import { DownloadIcon } from '@/shared/ui/icons/icons'
import { PageHeader } from '@/shared/ui/PageHeader'
import { Section } from '@/shared/ui/Section'
import { Spinner } from '@/shared/ui/Spinner'
import { Changes } from './Changes'

interface DutiesPageViewProps {
  duties: Duties | undefined
  failed: boolean
  busy: boolean
  /** The shown duties are still those of other departments. */
  stale: boolean
  onRetry: () => void
  /** Undefined until they are known. */
  departments: readonly Department[] | undefined
  chosen: readonly string[]
  onChoose: (ids: string[]) => void
  /** Undefined without the permission. */
  onExport?: (format: 'csv' | 'xlsx') => void
  saving: boolean
}

export function DutiesPageView({ duties, failed, busy, stale, onRetry, departments, chosen, onChoose, onExport, saving }: DutiesPageViewProps) {
  const { t } = useTranslation()
  const actions = (
    <>
      <Button component={Link} to={paths.laws} size="small">
        {t('duties.page.laws')}
      </Button>
      {onExport &&
        (['csv', 'xlsx'] as const).map(format => (
          <Button key={format} variant="outlined" size="small" startIcon={<DownloadIcon />} onClick={() => onExport(format)} loading={saving} disabled={!duties || duties.items.length === 0}>
            {t(`duties.page.${format}`)}
          </Button>
        ))}
    </>
  )
  return (
    <>
      <PageHeader lead={<Lead asOf={duties?.as_of} />} actions={actions} />
      {departments?.length !== 0 && (
        <Box sx={{ maxWidth: 480, mb: 2 }}>
          <DepartmentChoice departments={departments ?? []} chosen={chosen} onChoose={onChoose} />
        </Box>
      )}
      <Box sx={{ height: 4 }}>{stale && <LinearProgress aria-label={t('common.loading')} />}</Box>
      {failed && (
        <EmptyState
          title={t('duties.page.failed')}
          action={
            <Button variant="outlined" onClick={onRetry} loading={busy}>
              {t('common.retry')}
            </Button>
          }
        />
      )}
      {!duties && !failed && <Spinner />}
      {duties && !failed && (
        <Stack sx={{ gap: 2 }}>
          <Section title={t('duties.page.byKind')} lead={t('duties.notice')}>
            {duties.items.length > 0 ? <DutyGroups duties={duties.items} aside={duty => <Sheets duty={duty} />} /> : <EmptyState title={t('duties.page.none')} />}
          </Section>
          <Section title={t('duties.page.changes')} lead={t('duties.page.changesLead')}>
            {duties.changes.length > 0 ? <Changes changes={duties.changes} duties={duties.announced} /> : <EmptyState title={t('duties.page.noChanges')} />}
          </Section>
        </Stack>
      )}
    </>
  )
}

/** As of which day; it takes its place before the day is known. */
function Lead({ asOf }: { asOf: string | undefined }) {
  const { t } = useTranslation()
  const locale = useLocale()
  return (
    <Box component="span" sx={{ visibility: asOf === undefined ? 'hidden' : undefined }}>
      {t('duties.page.lead', { day: formatDate(asOf ?? '2000-10-20', locale) })}
    </Box>
  )
}

/** The sheets that bring a duty, as a link to their list. */
function Sheets({ duty }: { duty: DutyCount }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const open = duty.sheets - duty.certain_sheets
  return (
    <Box component="span" sx={{ whiteSpace: 'nowrap', textAlign: 'right' }}>
      <MuiLink component={Link} to={listAddress(duty.filter)} sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {t('duties.page.sheets', counted(duty.sheets, locale))}
      </MuiLink>
      {open > 0 && (
        <Box component="span" sx={{ color: 'text.secondary', ml: 0.75, fontSize: 'small' }}>
          {t('duties.page.open', counted(open, locale))}
        </Box>
      )}
    </Box>
  )
}

function DepartmentChoice({ departments, chosen, onChoose }: { departments: readonly Department[]; chosen: readonly string[]; onChoose: (ids: string[]) => void }) {
  const { t } = useTranslation()
  return (
    <Autocomplete
      multiple
      size="small"
      options={[...departments]}
      getOptionLabel={option => option.name}
      isOptionEqualToValue={(a, b) => a.id === b.id}
      value={departments.filter(({ id }) => chosen.includes(id))}
      onChange={(_event, value) => onChoose(value.map(({ id }) => id))}
      renderInput={input => <TextField {...input} label={t('duties.page.departments')} placeholder={chosen.length === 0 ? t('duties.page.wholeCompany') : undefined} slotProps={{ ...input.slotProps, inputLabel: { ...input.slotProps?.inputLabel, shrink: true } }} />}
    />
  )
}
