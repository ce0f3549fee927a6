import { Accordion, AccordionDetails, AccordionSummary, Box, Button, Divider, Popover, Stack, Typography } from '@mui/material'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '@/shared/api/me'
import { can } from '@/shared/auth/permissions'
import { ExpandIcon, FilterIcon } from '@/shared/ui/icons/icons'
import { type Filter, type Filters, type Group, countFilters, countOf, filtersOf, groups, noFilters } from '../filters'
import { Control } from './filter/Control'

export interface FilterPanelProps {
  filters: Filters
  onChange: (patch: Partial<Filters>) => void
}

/** A button that opens all filters of the list; each change is applied at once. */
export function FilterPanel({ filters, onChange }: FilterPanelProps) {
  const { t } = useTranslation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const titleId = useId()
  const count = countFilters(filters)
  // It grows and shrinks with its groups, within the screen.
  const below = anchor ? `calc(100dvh - ${Math.round(anchor.getBoundingClientRect().bottom)}px - 20px)` : '100dvh'
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<FilterIcon />}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={event => setAnchor(event.currentTarget)}
        sx={{ bgcolor: count > 0 ? 'secondary.main' : 'background.paper', flexShrink: 0 }}
      >
        {count > 0 ? t('sheets.filterCount', { count }) : t('sheets.filter')}
      </Button>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-labelledby': titleId,
            sx: { width: 'min(760px, calc(100vw - 32px))', mt: 0.5, display: 'flex', flexDirection: 'column', maxHeight: `max(${below}, 420px)` },
          },
        }}
      >
        <Stack direction="row" sx={{ alignItems: 'center', px: 2, py: 1, flexShrink: 0 }}>
          <Typography id={titleId} variant="h3" component="h2" sx={{ flexGrow: 1 }}>
            {t('sheets.filterTitle')}
          </Typography>
          <Button size="small" disabled={count === 0} onClick={() => onChange({ ...noFilters, text: filters.text })}>
            {t('sheets.clear')}
          </Button>
          <Button size="small" onClick={() => setAnchor(null)}>
            {t('sheets.close')}
          </Button>
        </Stack>
        <Divider />
        <Box sx={{ overflowY: 'auto' }}>
          <Box sx={{ p: 2 }}>
            <Fields of={filtersOf('main')} filters={filters} onChange={onChange} />
          </Box>
          {groups.map(group => (
            <Folded key={group} group={group} filters={filters} onChange={onChange} />
          ))}
        </Box>
      </Popover>
    </>
  )
}

/** A group of filters; initially open if one of them is set; closed, it shows which are set. */
function Folded({ group, filters, onChange }: FilterPanelProps & { group: Group }) {
  const { t } = useTranslation()
  const me = useMe()
  const id = useId()
  const of = filtersOf(group).filter(({ permission }) => !permission || can(me, permission))
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
