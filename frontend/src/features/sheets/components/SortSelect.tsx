import { FormControl, InputLabel, MenuItem, Select } from '@mui/material'
import { useId } from 'react'
import { orders } from '@/shared/filters'
import { keyIn } from '@/shared/i18n/keys'
import { useTranslation } from '@/shared/i18n/useTranslation'
import type { TableState } from '@/shared/lib/tableState'
import { sortParam } from '@/shared/lib/urlState'

/** The list's own order: the newest first. */
export const usualSort = '-created_at'

const days = (field: string) => field.endsWith('_at')

/** Every order of the server, in both directions; days begin with the latest. */
const sorts = orders.flatMap(field => (days(field) ? [`-${field}`, field] : [field, `-${field}`]))

/** The sort order, by its own name. */
export function SortSelect({ table, onTableChange }: { table: TableState; onTableChange: (patch: Partial<TableState>) => void }) {
  const { t } = useTranslation()
  const id = useId()
  const value = sorts.find(sort => sort === (sortParam.format(table.sort) ?? '')) ?? usualSort
  return (
    <FormControl size="small" sx={{ minWidth: 150 }}>
      <InputLabel id={id}>{t('sheets.sortBy')}</InputLabel>
      <Select
        labelId={id}
        label={t('sheets.sortBy')}
        value={value}
        onChange={event => onTableChange({ sort: event.target.value === usualSort ? null : sortParam.parse(event.target.value), page: 1 })}
        sx={{ bgcolor: 'background.paper' }}
      >
        {sorts.map(sort => (
          <MenuItem key={sort} value={sort}>
            {t(keyIn('sheets.sort', sort))}
          </MenuItem>
        ))}
      </Select>
    </FormControl>
  )
}
