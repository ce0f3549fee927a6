import { Box, IconButton, Stack } from '@mui/material'
import { type ComponentType, useState } from 'react'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { Hint } from '@/shared/ui/Hint'
import { ExcludeIcon } from '@/shared/ui/icons/icons'
import { type Filter, type Filters, isChosen, valuesOf } from '..'
import { Chosen, Symbols } from './Chosen'
import { OnOff, YesNo } from './OnOff'
import { Range } from './Range'
import { Typed } from './Typed'
import type { ControlProps } from './control'

/** The control of a filter. */
function controlOf(filter: Filter): ComponentType<ControlProps> {
  if (filter.pictograms) return Symbols
  switch (filter.kind) {
    case 'number_range':
    case 'day_range':
      return Range
    case 'yes_no':
      return YesNo
    case 'switch':
      return OnOff
    default:
      return isChosen(filter) ? Chosen : Typed
  }
}

/** A filter in the panel. Its exclusion has a field of its own, opened on demand. */
export function Control({ filter, filters, onChange }: { filter: Filter; filters: Filters; onChange: (patch: Partial<Filters>) => void }) {
  const { t } = useTranslation()
  const [wanted, setWanted] = useState(false)
  const name = t(`sheets.filters.${filter.name}`)
  const [has, hasNot] = filter.parameters
  const [Field] = useState<ComponentType<ControlProps>>(() => controlOf(filter))
  if (!has) return null
  const field = <Field filter={filter} parameter={has} label={name} filters={filters} onChange={onChange} />
  const wide = filter.pictograms && { gridColumn: '1 / -1' }
  if (!filter.not || !hasNot) return <Box sx={{ minWidth: 0, ...wide }}>{field}</Box>
  const excluded = valuesOf(filters, hasNot).length > 0
  const open = wanted || excluded
  return (
    <Stack sx={{ gap: 1, minWidth: 0, ...wide }}>
      <Stack direction="row" sx={{ alignItems: 'flex-start', gap: 0.25 }}>
        <Box sx={{ flexGrow: filter.pictograms ? 0 : 1, minWidth: 0 }}>{field}</Box>
        <Hint title={t('sheets.exclude', { name })}>
          <span>
            <IconButton size="small" aria-label={t('sheets.exclude', { name })} aria-expanded={open} disabled={excluded} onClick={() => setWanted(!open)} sx={{ mt: 0.5, color: open ? 'primary.main' : 'text.secondary' }}>
              <ExcludeIcon sx={{ fontSize: 18 }} />
            </IconButton>
          </span>
        </Hint>
      </Stack>
      {open && (
        <Box sx={{ pl: 1.5, borderLeft: 2, borderColor: 'divider' }}>
          <Field filter={filter} parameter={hasNot} label={t('sheets.excluded', { name })} filters={filters} onChange={onChange} />
        </Box>
      )}
    </Stack>
  )
}
