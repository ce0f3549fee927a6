import { Button, Checkbox, Divider, ListItemText, ListSubheader, Menu, MenuItem, Radio } from '@mui/material'
import { useState } from 'react'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { SettingsIcon } from '../icons/icons'
import type { Column } from './column'
import type { Density } from './look'
import type { TableView } from './useTableView'

const densities: readonly Density[] = ['standard', 'compact']
const mark = { p: 0, mr: 1 } as const
const hidden = { input: { 'aria-hidden': true } } as const

/** Chooses the columns and the density of a table. */
export function ViewMenu<R>({ columns, view, onChange }: { columns: readonly Column<R>[]; view: TableView; onChange: (patch: { columns?: readonly string[] | null; density?: Density }) => void }) {
  const { t } = useTranslation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const toggle = (id: string) => onChange({ columns: columns.filter(column => (column.id === id) !== view.columns.includes(column.id)).map(column => column.id) })
  return (
    <>
      <Button color="inherit" startIcon={<SettingsIcon />} aria-haspopup="menu" aria-expanded={anchor !== null} onClick={event => setAnchor(event.currentTarget)} sx={{ flexShrink: 0 }}>
        {t('table.view')}
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)} slotProps={{ list: { dense: true, 'aria-label': t('table.view') } }}>
        <ListSubheader role="presentation" sx={{ lineHeight: 2.2 }}>
          {t('table.columns')}
        </ListSubheader>
        {columns
          .filter(({ heads }) => !heads)
          .map(({ id, label }) => (
            <MenuItem key={id} role="menuitemcheckbox" aria-checked={view.columns.includes(id)} onClick={() => toggle(id)}>
              <Checkbox checked={view.columns.includes(id)} size="small" tabIndex={-1} disableRipple sx={mark} slotProps={hidden} />
              <ListItemText>{label}</ListItemText>
            </MenuItem>
          ))}
        <MenuItem onClick={() => onChange({ columns: null })}>
          <ListItemText inset>{t('table.defaultColumns')}</ListItemText>
        </MenuItem>
        <Divider />
        <ListSubheader role="presentation" sx={{ lineHeight: 2.2 }}>
          {t('table.density')}
        </ListSubheader>
        {densities.map(density => (
          <MenuItem key={density} role="menuitemradio" aria-checked={view.density === density} onClick={() => onChange({ density })}>
            <Radio checked={view.density === density} size="small" tabIndex={-1} disableRipple sx={mark} slotProps={hidden} />
            <ListItemText>{t(`table.densities.${density}`)}</ListItemText>
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
