import { Button, FormControl, FormHelperText, FormLabel, Menu, MenuItem, Stack, Typography } from '@mui/material'
import { useId, useState } from 'react'
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'
import { useSavedSearches } from '@/shared/api/searchCriteria'
import { type Filters, changed, fromCriteria, isFiltered } from '@/shared/filters'
import { FilterChips } from '@/shared/filters/FilterChips'
import { FilterPanel } from '@/shared/filters/FilterPanel'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { useFieldErrorText } from '@/shared/ui/FormField'
import { ExpandIcon } from '@/shared/ui/icons/icons'
import { dependOnOwner } from '../lib/filterNames'

// Deleted sheets are in no table.
const without = ['removed'] as const

interface FilterFieldProps<F extends FieldValues> {
  control: Control<F>
  /** A field of filters. */
  name: FieldPath<F>
  label: string
  /** Whose sheets and departments "my" ones are. */
  owner: string
}

/** The choice of sheets, bound to a form: by filters, or by a saved one, which is copied. */
export function FilterField<F extends FieldValues>({ control, name, label, owner }: FilterFieldProps<F>) {
  const { t } = useTranslation()
  const labelId = useId()
  const { field, fieldState } = useController({ control, name })
  const error = useFieldErrorText(fieldState.error)
  const filters = field.value as Filters
  const change = (patch: Partial<Filters>) => field.onChange({ ...filters, ...changed(filters, patch) })
  return (
    <FormControl role="group" aria-labelledby={labelId} error={Boolean(error)} sx={{ gap: 1 }}>
      <FormLabel id={labelId} sx={{ fontSize: 'dense' }}>
        {label}
      </FormLabel>
      <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <FilterPanel filters={filters} without={without} onChange={change} />
        <SavedFilters onChoose={criteria => change({ ...fromCriteria(criteria).filters, removed: '' })} />
      </Stack>
      {isFiltered(filters) ? (
        <FilterChips filters={filters} onChange={change} />
      ) : (
        <Typography variant="body2" color="textSecondary">
          {t('periodic.allSheets')}
        </Typography>
      )}
      {dependOnOwner(filters) && <FormHelperText sx={{ m: 0 }}>{t('periodic.ofOwner', { name: owner })}</FormHelperText>}
      {error && <FormHelperText sx={{ m: 0 }}>{error}</FormHelperText>}
    </FormControl>
  )
}

/** A menu of the user's saved filters; nothing if there are none. */
function SavedFilters({ onChoose }: { onChoose: (criteria: string) => void }) {
  const { t } = useTranslation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const { data: saved = [] } = useSavedSearches()
  if (saved.length === 0) return null
  return (
    <>
      <Button color="inherit" endIcon={<ExpandIcon />} aria-haspopup="menu" aria-expanded={anchor !== null} onClick={event => setAnchor(event.currentTarget)}>
        {t('views.open')}
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)} slotProps={{ list: { dense: true, 'aria-label': t('views.open') } }}>
        {saved.map(({ id, name, criteria }) => (
          <MenuItem
            key={id}
            onClick={() => {
              setAnchor(null)
              onChoose(criteria)
            }}
          >
            {name}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
