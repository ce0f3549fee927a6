import { Button, Checkbox, ListItemText, Menu, MenuItem } from '@mui/material'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SettingsIcon } from '@/shared/ui/icons/icons'
import { type ColumnName, columnNames } from './columns'

export type ColumnChoice = Record<ColumnName, boolean>

/** Chooses the columns of the table. */
export function ColumnMenu({ choice, onChange }: { choice: ColumnChoice; onChange: (choice: ColumnChoice) => void }) {
  const { t } = useTranslation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <Button color="inherit" startIcon={<SettingsIcon />} aria-haspopup="menu" aria-expanded={anchor !== null} onClick={event => setAnchor(event.currentTarget)} sx={{ flexShrink: 0 }}>
        {t('sheets.columns')}
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {columnNames.map(name => (
          <MenuItem key={name} dense role="menuitemcheckbox" aria-checked={choice[name]} onClick={() => onChange({ ...choice, [name]: !choice[name] })}>
            <Checkbox checked={choice[name]} size="small" tabIndex={-1} disableRipple sx={{ p: 0, mr: 1 }} slotProps={{ input: { 'aria-hidden': true } }} />
            <ListItemText>{t(`sheets.column.${name}`)}</ListItemText>
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
