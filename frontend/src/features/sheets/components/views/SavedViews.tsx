import { Button, Divider, ListItemIcon, ListItemText, Menu, MenuItem } from '@mui/material'
import { useState } from 'react'
import { type SavedSearch, useSavedSearchChanges, useSavedSearches } from '@/shared/api/searchCriteria'
import { sameCriteria } from '@/shared/filters'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { CheckIcon, ExpandIcon } from '@/shared/ui/icons/icons'
import { notify } from '@/shared/ui/notify'
import { ManageViewsDialog } from './ManageViewsDialog'
import { SaveViewDialog } from './SaveViewDialog'

/** What a saved filter keeps: the filters with the order, and the shown columns. */
export interface ListView {
  criteria: string
  columns: readonly string[]
}

const sameColumns = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every(id => b.includes(id))

interface SavedViewsProps {
  /** The view that is shown. */
  now: ListView
  onShow: (view: SavedSearch) => void
}

/** A menu of the user's saved filters: shows one, saves the current one, overwrites the one shown last. */
export function SavedViews({ now, onShow }: SavedViewsProps) {
  const { t } = useTranslation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [dialog, setDialog] = useState<'save' | 'manage' | null>(null)
  const [lastId, setLastId] = useState<string | null>(null)
  const { data: saved = [] } = useSavedSearches()
  const { edit } = useSavedSearchChanges()
  const matches = (one: SavedSearch) => sameCriteria(one.criteria, now.criteria) && (one.columns.length === 0 || sameColumns(one.columns, now.columns))
  const shown = saved.find(one => one.id === lastId && matches(one)) ?? saved.find(matches)
  const last = saved.find(({ id }) => id === lastId)
  const close = () => setAnchor(null)
  const show = (view: SavedSearch) => {
    close()
    setLastId(view.id)
    onShow(view)
  }
  return (
    <>
      <Button color="inherit" endIcon={<ExpandIcon />} aria-label={shown && t('views.shown', { name: shown.name })} aria-haspopup="menu" aria-expanded={anchor !== null} onClick={event => setAnchor(event.currentTarget)} sx={{ flexShrink: 0, maxWidth: 240 }}>
        <span style={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>{shown ? shown.name : t('views.open')}</span>
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={close} slotProps={{ list: { dense: true, 'aria-label': t('views.open') } }}>
        {saved.length === 0 && (
          <MenuItem disabled>
            <ListItemText>{t('views.none')}</ListItemText>
          </MenuItem>
        )}
        {saved.map(view => (
          <MenuItem key={view.id} selected={view.id === shown?.id} onClick={() => show(view)}>
            <ListItemIcon>{view.id === shown?.id && <CheckIcon fontSize="small" />}</ListItemIcon>
            <ListItemText secondary={view.is_default ? t('views.default') : undefined}>{view.name}</ListItemText>
          </MenuItem>
        ))}
        <Divider />
        {last && !matches(last) && (
          <MenuItem
            onClick={() => {
              close()
              edit.mutate({ saved: last, change: { criteria: now.criteria, columns: [...now.columns] } }, { onSuccess: () => void notify({ key: 'views.saved', values: { name: last.name }, color: 'success' }) })
            }}
          >
            <ListItemText inset>{t('views.overwrite', { name: last.name })}</ListItemText>
          </MenuItem>
        )}
        <MenuItem
          onClick={() => {
            close()
            setDialog('save')
          }}
        >
          <ListItemText inset>{t('views.saveAs')}</ListItemText>
        </MenuItem>
        {saved.length > 0 && (
          <MenuItem
            onClick={() => {
              close()
              setDialog('manage')
            }}
          >
            <ListItemText inset>{t('views.manage')}</ListItemText>
          </MenuItem>
        )}
      </Menu>
      {dialog === 'save' && <SaveViewDialog now={now} onSaved={setLastId} onClose={() => setDialog(null)} />}
      {dialog === 'manage' && <ManageViewsDialog saved={saved} onClose={() => setDialog(null)} />}
    </>
  )
}
