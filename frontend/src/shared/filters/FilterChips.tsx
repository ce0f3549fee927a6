import { Button, Chip, Stack } from '@mui/material'
import { useMe } from '@/shared/api/me'
import { can } from '@/shared/auth/permissions'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { formatDate } from '@/shared/lib/format'
import { CloseIcon, WarningIcon } from '@/shared/ui/icons/icons'
import { type Filter, type Filters, type Parameter, filters as all, isFiltered, isReversed, noFilters, useOptionName, valuesOf } from '.'

interface ChipProps {
  filter: Filter
  parameter: Parameter
  /** A value, or the number of values. */
  value: string
  /** It is not applied: its range ends before it begins. */
  fault: boolean
  onRemove: () => void
}

/** The active filters, each with a button to remove it. */
export function FilterChips({ filters, onChange }: { filters: Filters; onChange: (patch: Partial<Filters>) => void }) {
  const { t } = useTranslation()
  const me = useMe()
  if (!isFiltered(filters)) return null
  const chips = all.flatMap(filter =>
    filter.parameters.flatMap((parameter): (ChipProps & { key: string })[] => {
      const values = valuesOf(filters, parameter)
      if (filter.counted && values.length > 0) return [{ key: parameter, filter, parameter, fault: false, value: String(values.length), onRemove: () => onChange({ [parameter]: [] }) }]
      const fault = isReversed(filters, filter)
      const several = typeof filters[parameter] !== 'string'
      return values.map(value => ({ key: `${parameter}:${value}`, filter, parameter, value, fault, onRemove: () => onChange({ [parameter]: several ? values.filter(other => other !== value) : '' }) }))
    }),
  )
  return (
    <Stack direction="row" component="ul" aria-label={t('sheets.applied')} sx={{ flexWrap: 'wrap', gap: 1, alignItems: 'center', listStyle: 'none', p: 0, m: 0, mb: 1.5 }}>
      {chips.map(({ key, ...chip }) => (
        <li key={key}>{chip.filter.permission && !can(me, chip.filter.permission) ? <PlainChip {...chip} name={chip.value} /> : <NamedChip {...chip} />}</li>
      ))}
      <li>
        <Button size="small" onClick={() => onChange(noFilters)}>
          {t('sheets.clear')}
        </Button>
      </li>
    </Stack>
  )
}

/** A chip with the name of its value's option. */
function NamedChip(props: ChipProps) {
  return <PlainChip {...props} name={useOptionName(props.filter)(props.value)} />
}

function PlainChip({ filter, parameter, value, name, fault, onRemove }: ChipProps & { name: string }) {
  const label = useChipLabel()(filter, parameter, value, name)
  const { t } = useTranslation()
  return (
    <Chip
      size="small"
      label={label}
      onClick={onRemove}
      onDelete={onRemove}
      deleteIcon={<CloseIcon />}
      aria-label={t('sheets.removeFilter', { name: label })}
      title={fault ? t(filter.kind === 'day_range' ? 'sheets.fault.days' : 'sheets.fault.range') : undefined}
      icon={fault ? <WarningIcon /> : undefined}
      sx={{ bgcolor: fault ? 'error.light' : 'secondary.main', color: fault ? 'error.dark' : 'secondary.contrastText', '& .MuiChip-icon': { color: 'inherit', fontSize: 16 }, maxWidth: 320, '& .MuiChip-deleteIcon': { color: 'inherit', fontSize: 16 } }}
    />
  )
}

/** The text of a chip for a value, by the kind of its filter. */
function useChipLabel() {
  const { t } = useTranslation()
  const locale = useLocale()
  return (filter: Filter, parameter: Parameter, value: string, name: string): string => {
    const called = t(`sheets.filters.${filter.name}`)
    const chip = (text: string) => t('sheets.chip', { name: called, value: text })
    const [first] = filter.parameters
    switch (filter.kind) {
      case 'switch':
        return called
      case 'yes_no':
        return chip(t(value === 'true' ? 'sheets.yes' : 'sheets.no'))
      case 'day_range':
        return chip(t(parameter === first ? 'sheets.from' : 'sheets.to', { day: formatDate(value, locale) }))
      case 'number_range':
        return chip(t(parameter === first ? 'sheets.atLeast' : 'sheets.atMost', { value: filter.unit ? `${value} ${filter.unit}` : value }))
      default:
        if (filter.counted) return chip(t('sheets.total', { n: value }))
        return parameter === first ? chip(name) : t('sheets.chipNot', { name: called, value: name })
    }
  }
}
