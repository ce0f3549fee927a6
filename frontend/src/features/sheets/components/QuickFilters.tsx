import { Chip, Stack } from '@mui/material'
import { useMe } from '@/shared/api/me'
import type { Filters } from '@/shared/filters'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { CheckIcon } from '@/shared/ui/icons/icons'

/** The filters that a person uses all day, one click away. */
export function QuickFilters({ filters, onFilter }: { filters: Filters; onFilter: (patch: Partial<Filters>) => void }) {
  const { t } = useTranslation()
  const me = useMe()
  const quick = [...(me.departments.length > 0 ? (['my_departments'] as const) : []), 'mine' as const]
  return (
    <Stack direction="row" role="group" aria-label={t('sheets.quick')} useFlexGap sx={{ gap: 1, flexWrap: 'wrap' }}>
      {quick.map(name => {
        const on = filters[name] !== ''
        return (
          <Chip
            key={name}
            size="small"
            variant={on ? 'filled' : 'outlined'}
            color={on ? 'primary' : 'default'}
            icon={on ? <CheckIcon /> : undefined}
            label={t(`sheets.filters.${name}`)}
            aria-pressed={on}
            onClick={() => onFilter({ [name]: on ? '' : 'true' })}
            sx={on ? undefined : { bgcolor: 'background.paper' }}
          />
        )
      })}
    </Stack>
  )
}
