import { Accordion, AccordionDetails, AccordionSummary, Box, Button, Divider, Stack, Typography } from '@mui/material'
import { type ReactNode, useId, useState } from 'react'
import { useMe } from '@/shared/api/me'
import { can } from '@/shared/auth/permissions'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { ExpandIcon } from '@/shared/ui/icons/icons'
import { type Filter, type Group, countOf, filtersOf, groups, noFilters } from '.'
import type { FilterPanelProps } from './FilterPanel'
import { Control } from './control/Control'

/** All filters, in groups, below the order if it has no place of its own. */
export function FilterContent({ count, filters, onChange, without, order, onClose }: FilterPanelProps & { count: number; order?: ReactNode; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <>
      <Stack direction="row" sx={{ alignItems: 'center', px: 2, py: 1, flexShrink: 0 }}>
        <Typography variant="h3" component="h2" sx={{ flexGrow: 1 }}>
          {t('sheets.filterTitle')}
        </Typography>
        <Button size="small" disabled={count === 0} onClick={() => onChange({ ...noFilters, text: filters.text })}>
          {t('sheets.clear')}
        </Button>
        <Button size="small" onClick={onClose}>
          {t('sheets.close')}
        </Button>
      </Stack>
      <Divider />
      <Box sx={{ overflowY: 'auto' }}>
        {order && <Stack sx={{ px: 2, pt: 2 }}>{order}</Stack>}
        <Box sx={{ p: 2 }}>
          <Fields of={filtersOf('main')} filters={filters} onChange={onChange} />
        </Box>
        {groups.map(group => (
          <Folded key={group} group={group} without={without} filters={filters} onChange={onChange} />
        ))}
      </Box>
    </>
  )
}

/** A group of filters; initially open if one of them is set; closed, it shows which are set. */
function Folded({ group, without = [], filters, onChange }: FilterPanelProps & { group: Group }) {
  const { t } = useTranslation()
  const me = useMe()
  const id = useId()
  const of = filtersOf(group).filter(({ name, permission }) => !without.includes(name) && (!permission || can(me, permission)))
  const set = of.filter(filter => countOf(filters, filter) > 0)
  const [open, setOpen] = useState(set.length > 0)
  return (
    <Accordion
      disableGutters
      square
      elevation={0}
      expanded={open}
      onChange={(_event, expanded) => setOpen(expanded)}
      slotProps={{ heading: { component: 'h3' }, transition: { unmountOnExit: true } }}
      sx={{ borderTop: 1, borderColor: 'divider', '&::before': { display: 'none' } }}
    >
      <AccordionSummary id={id} aria-controls={`${id}-fields`} expandIcon={<ExpandIcon fontSize="small" />} sx={{ px: 2, minHeight: 40, '& .MuiAccordionSummary-content': { my: 0.75, gap: 1.5, alignItems: 'baseline', minWidth: 0 } }}>
        <Typography component="span" variant="body2" sx={{ fontWeight: 600, flexShrink: 0 }}>
          {t(`sheets.groups.${group}`)}
        </Typography>
        {set.length > 0 && (
          <Typography component="span" variant="caption" color="primary" noWrap sx={{ minWidth: 0 }}>
            {set.map(({ name }) => t(`sheets.filters.${name}`)).join(t('common.listSeparator'))}
          </Typography>
        )}
      </AccordionSummary>
      <AccordionDetails sx={{ px: 2, pt: 1, pb: 2 }}>
        <Fields of={of} filters={filters} onChange={onChange} />
      </AccordionDetails>
    </Accordion>
  )
}

function Fields({ of, filters, onChange }: FilterPanelProps & { of: readonly Filter[] }) {
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }, columnGap: 2, rowGap: 1.5, alignItems: 'start' }}>
      {of.map(filter => (
        <Control key={filter.name} filter={filter} filters={filters} onChange={onChange} />
      ))}
    </Box>
  )
}
