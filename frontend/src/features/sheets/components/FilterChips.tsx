import { Button, Chip, Stack } from '@mui/material'
import { useTranslation } from 'react-i18next'
import { useLocale } from '@/shared/i18n/useLocale'
import { formatDate } from '@/shared/lib/format'
import { CloseIcon } from '@/shared/ui/icons/icons'
import { type FilterName, type Filters, isFiltered, noFilters } from '../filters'
import type { Names } from '../names'

interface FilterChip {
  key: string
  label: string
  without: Partial<Filters>
}

/** The filters in use, each to be taken away by itself. */
export function FilterChips({ filters, names, onChange }: { filters: Filters; names: Names; onChange: (patch: Partial<Filters>) => void }) {
  const { t } = useTranslation()
  const locale = useLocale()
  if (!isFiltered(filters)) return null

  const words: Partial<Record<FilterName, (value: string) => string>> = {
    status_group: value => t(`sds.status.${value}`),
    revision_status: value => t(`sds.revision.${value}`),
    department_id: names.departmentName,
    tag_id: names.tagName,
    language_id: value => t(`sds.language.${value}`),
    signal_word: value => t(`sds.choice.signal_word.${value}`),
    pictogram: value => t(`sds.pictogram.${value}`),
    revised_from: value => t('sheets.from', { day: formatDate(value, locale) }),
    revised_to: value => t('sheets.to', { day: formatDate(value, locale) }),
    created_from: value => t('sheets.from', { day: formatDate(value, locale) }),
    created_to: value => t('sheets.to', { day: formatDate(value, locale) }),
    has_findings: value => t(value === 'true' ? 'sheets.yes' : 'sheets.no'),
    has_unreviewed: value => t(value === 'true' ? 'sheets.yes' : 'sheets.no'),
  }
  const chips = (Object.entries(filters) as [FilterName, string | readonly string[]][]).flatMap(([name, value]): FilterChip[] => {
    const chip = (one: string, without: string | string[]): FilterChip => ({
      key: `${name}:${one}`,
      label: t('sheets.chip', { name: t(`sheets.filters.${name.replace(/_(from|to)$/, '')}`), value: words[name]?.(one) || one }),
      without: { [name]: without },
    })
    if (typeof value === 'string') return value === '' ? [] : [chip(value, '')]
    return value.map(one =>
      chip(
        one,
        value.filter(other => other !== one),
      ),
    )
  })
  return (
    <Stack direction="row" component="ul" aria-label={t('sheets.applied')} sx={{ flexWrap: 'wrap', gap: 1, alignItems: 'center', listStyle: 'none', p: 0, m: 0, mb: 1.5 }}>
      {chips.map(({ key, label, without }) => (
        <li key={key}>
          <Chip
            size="small"
            label={label}
            onClick={() => onChange(without)}
            onDelete={() => onChange(without)}
            deleteIcon={<CloseIcon />}
            aria-label={t('sheets.removeFilter', { name: label })}
            sx={{ bgcolor: 'secondary.main', color: 'secondary.contrastText', maxWidth: 320, '& .MuiChip-deleteIcon': { color: 'inherit', fontSize: 16 } }}
          />
        </li>
      ))}
      <li>
        <Button size="small" onClick={() => onChange(noFilters)}>
          {t('sheets.clear')}
        </Button>
      </li>
    </Stack>
  )
}
