import { Button, IconButton, ListItemIcon, ListItemText, Menu, MenuItem, Stack, useMediaQuery, useTheme } from '@mui/material'
import { type ReactNode, type Ref, useState } from 'react'
import type { ChangeFilters, Filters } from '@/shared/filters'
import { FilterPanel } from '@/shared/filters/FilterPanel'
import { useTranslation } from '@/shared/i18n/useTranslation'
import type { TableState } from '@/shared/lib/tableState'
import { Hint } from '@/shared/ui/Hint'
import { type FileIcon, MoreIcon } from '@/shared/ui/icons/icons'
import { SearchBox } from './SearchBox'
import { SortSelect } from './SortSelect'

/** Something that all that is shown can be taken as; without `run` the user may not. */
export interface Taking {
  name: string
  text: string
  icon: typeof FileIcon
  run: (() => void) | undefined
  disabled: boolean
  /** On a wide screen it is elsewhere. */
  narrowOnly?: boolean
}

interface ListToolsProps {
  search: Ref<HTMLInputElement>
  filters: Filters
  onFilter: ChangeFilters
  table: TableState
  onTableChange: (patch: Partial<TableState>) => void
  /** The saved filters, and what the table shows of each sheet. */
  views: ReactNode
  look: ReactNode
  takings: readonly Taking[]
}

/** The list's search, filters and order, and what can be taken of it; on a phone in two lines, with the order among the filters. */
export function ListTools({ search, filters, onFilter, table, onTableChange, views, look, takings }: ListToolsProps) {
  const theme = useTheme()
  const narrow = useMediaQuery(theme.breakpoints.down('sm'))
  const sort = <SortSelect table={table} onTableChange={onTableChange} />
  const offered = takings.filter(({ run }) => run)
  return (
    <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 1, alignItems: 'center', mb: 1.5 }}>
      <Stack direction="row" sx={{ flex: { xs: '1 1 100%', sm: '1 1 320px' }, maxWidth: { sm: 520 }, minWidth: 0, gap: 0.5, alignItems: 'center' }}>
        <SearchBox ref={search} value={filters.text} onSearch={(text, options) => onFilter({ text }, options)} />
        {narrow && offered.length > 0 && <TakeMenu takings={offered} />}
      </Stack>
      <FilterPanel filters={filters} onChange={onFilter} order={narrow && sort} />
      {!narrow && sort}
      {/* Its columns and density are those of the table; cards have none. */}
      {!narrow && look}
      {views}
      {!narrow && offered.filter(({ narrowOnly }) => !narrowOnly).map(taking => <TakeButton key={taking.name} {...taking} />)}
    </Stack>
  )
}

function TakeButton({ text, icon: Icon, run, disabled }: Taking) {
  return (
    <Button color="inherit" startIcon={<Icon />} aria-haspopup="dialog" onClick={run} disabled={disabled} sx={{ flexShrink: 0 }}>
      {text}
    </Button>
  )
}

function TakeMenu({ takings }: { takings: readonly Taking[] }) {
  const { t } = useTranslation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <Hint title={t('sheets.moreActions')}>
        <IconButton color="inherit" aria-label={t('sheets.moreActions')} aria-haspopup="menu" aria-expanded={anchor !== null} onClick={event => setAnchor(event.currentTarget)}>
          <MoreIcon />
        </IconButton>
      </Hint>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)} slotProps={{ list: { 'aria-label': t('sheets.moreActions') } }}>
        {takings.map(({ name, text, icon: Icon, run, disabled }) => (
          <MenuItem
            key={name}
            disabled={disabled}
            onClick={() => {
              setAnchor(null)
              run?.()
            }}
          >
            <ListItemIcon>
              <Icon fontSize="small" />
            </ListItemIcon>
            <ListItemText>{text}</ListItemText>
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
