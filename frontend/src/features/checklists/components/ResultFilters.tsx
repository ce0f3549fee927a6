import { Box, Button, FormControlLabel, MenuItem, Stack, Switch, TextField, ToggleButton, Typography } from '@mui/material'
import type { Verdict } from '@/shared/api/laws'
import { ChecklistExportBody } from '@/shared/api/rules'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { counted, formatNumber } from '@/shared/lib/format'
import { useSearchText } from '@/shared/lib/searchText'
import { type ChangeOptions, sortParam } from '@/shared/lib/urlState'
import type { TableState } from '@/shared/lib/tableState'
import { CheckIcon } from '@/shared/ui/icons/icons'
import { useFocusKept } from '@/shared/ui/useFocusKept'
import { useTooLong } from '@/shared/ui/useTooLong'
import { type ChangeFilters, type Filters, type JudgementFilter, isFiltered, judgements, noFilters, shownVerdicts, switched, usual } from '../filters'

const sorts = ['name', '-revised_at', 'revised_at', '-created_at', '-updated_at'] as const

export interface ResultFiltersProps {
  filters: Filters
  onFilter: ChangeFilters
  counts: Partial<Record<Verdict, number>> | undefined
  total: number | undefined
  table: TableState
  onTableChange: (patch: Partial<TableState>) => void
}

/** The verdicts with their counts as toggles, a search, and the other filters of results. */
export function ResultFilters({ filters, onFilter, counts, total, table, onTableChange }: ResultFiltersProps) {
  const { t } = useTranslation()
  const locale = useLocale()
  // The button that clears them disappears with them.
  const kept = useFocusKept<HTMLDivElement>(part => part.querySelector('input[type=search]'))
  const shown = filters.verdict.length > 0 ? filters.verdict : usual
  return (
    <Stack {...kept} sx={{ gap: 1, mb: 1.5 }}>
      <Stack direction="row" role="group" aria-label={t('checklists.results.verdicts')} useFlexGap sx={{ gap: 0.5, flexWrap: 'wrap' }}>
        {shownVerdicts.map(verdict => (
            <ToggleButton
              key={verdict}
              value={verdict}
              size="small"
              selected={shown.includes(verdict)}
              onChange={() => onFilter({ verdict: switched(verdict, filters.verdict) })}
              sx={{ textTransform: 'none', py: 0.375, px: 1.25, gap: 0.5, bgcolor: 'background.paper', color: 'text.primary', '&.Mui-selected': { bgcolor: 'secondary.main', borderColor: 'primary.main', color: 'primary.dark' } }}
            >
              {shown.includes(verdict) && <CheckIcon sx={{ fontSize: 16 }} />}
              {t(`laws.verdict.${verdict}`)}{' '}
              <Box component="span" sx={{ fontWeight: 400, fontVariantNumeric: 'tabular-nums' }}>
                {formatNumber(counts?.[verdict] ?? 0, locale)}
              </Box>
            </ToggleButton>
          ))}
      </Stack>
      <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
        <Search value={filters.q} onSearch={(q, options) => onFilter({ q }, options)} />
        <TextField
          select
          label={t('checklists.results.judgement')}
          value={filters.judgement[0] ?? ''}
          onChange={event => onFilter({ judgement: event.target.value ? [event.target.value as JudgementFilter] : [] })}
          slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
          sx={{ minWidth: 130, bgcolor: 'background.paper' }}
        >
          <MenuItem value="">{t('checklists.results.any')}</MenuItem>
          {judgements.map(judgement => (
            <MenuItem key={judgement} value={judgement}>
              {t(`checklists.judgement.${judgement}`)}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          select
          label={t('checklists.results.sortBy')}
          value={sorts.find(sort => sort === sortParam.format(table.sort)) ?? 'name'}
          onChange={event => onTableChange({ sort: event.target.value === 'name' ? null : sortParam.parse(event.target.value), page: 1 })}
          slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
          sx={{ minWidth: 140, bgcolor: 'background.paper' }}
        >
          {sorts.map(sort => (
            <MenuItem key={sort} value={sort}>
              {t(`checklists.results.sort.${sort}`)}
            </MenuItem>
          ))}
        </TextField>
        <FormControlLabel control={<Switch size="small" checked={filters.changed !== ''} onChange={(_event, on) => onFilter({ changed: on ? 'true' : '' })} />} label={t('checklists.results.changedOnly')} slotProps={{ typography: { variant: 'body2' } }} sx={{ ml: 0.5, mr: 1 }} />
        <FormControlLabel control={<Switch size="small" checked={filters.excluded !== ''} onChange={(_event, on) => onFilter({ excluded: on ? 'true' : '' })} />} label={t('checklists.results.excludedOnly')} slotProps={{ typography: { variant: 'body2' } }} sx={{ ml: 0, mr: 1 }} />
        {isFiltered(filters) && (
          <Button size="small" onClick={() => onFilter(noFilters)}>
            {t('checklists.results.clear')}
          </Button>
        )}
        <Typography variant="body2" role="status" color="textSecondary" sx={{ ml: 'auto' }}>
          {total !== undefined && t('checklists.results.total', counted(total, locale))}
        </Typography>
      </Stack>
    </Stack>
  )
}

/** Searches after a short pause in typing, or on Enter. */
function Search({ value, onSearch }: { value: string; onSearch: (text: string, options: ChangeOptions) => void }) {
  const { t } = useTranslation()
  const [box] = useSearchText(value, onSearch, ChecklistExportBody.q)
  const fault = useTooLong()(box.value, ChecklistExportBody.q)
  return (
    <TextField
      {...box}
      label={t('checklists.results.search')}
      error={fault !== undefined}
      helperText={fault}
      slotProps={{ htmlInput: { type: 'search' } }}
      sx={{ flex: '1 1 220px', maxWidth: 360, bgcolor: 'background.paper' }}
    />
  )
}
