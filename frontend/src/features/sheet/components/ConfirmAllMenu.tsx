import { Button, Divider, ListItemText, ListSubheader, Menu, MenuItem } from '@mui/material'
import { useId, useState } from 'react'
import { keyIn } from '@/shared/i18n/keys'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { ExpandIcon } from '@/shared/ui/icons/icons'
import { useSheetContext, useSheetState } from '../context'
import type { ConfirmAll } from '../hooks/useConfirmAll'
import { type ReviewSet, levelSets, sectionSet } from '../lib/review'

/** Confirms many values at once: those of the section in view, or those of a confidence and more. Each choice says how many. */
export function ConfirmAllMenu({ section, all }: { section: number; all: ConfirmAll }) {
  const { t } = useTranslation()
  const id = useId()
  const { sheet } = useSheetContext()
  const draft = useSheetState(state => state.draft)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const sets = levelSets(sheet, draft)
  if (sets.length === 0) return null
  const here = sectionSet(sheet, draft, section)
  const choose = ({ places }: ReviewSet) => {
    setAnchor(null)
    void all.confirm(places)
  }
  const counts = ({ places, unsure }: ReviewSet) => [t('record.review.values', { count: places.length }), unsure > 0 && t('record.review.unsure', { count: unsure })].filter(Boolean).join(t('common.listSeparator'))
  return (
    <>
      <Button
        size="small"
        endIcon={<ExpandIcon />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor ? id : undefined}
        loading={all.busy}
        onClick={event => setAnchor(event.currentTarget)}
        sx={{ whiteSpace: 'nowrap' }}
      >
        {t('record.review.open')}
      </Button>
      <Menu id={id} anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)} slotProps={{ list: { 'aria-label': t('record.review.open'), dense: true } }}>
        {here.places.length > 0 && [
          <MenuItem key="section" onClick={() => choose(here)}>
            <ListItemText primary={t('record.review.section', { section: `${section}. ${t(keyIn('sds.section', section))}` })} secondary={`${counts(here)} · ${t('record.review.sectionKey')}`} />
          </MenuItem>,
          <Divider key="line" component="li" />,
        ]}
        <ListSubheader role="presentation" component="li" sx={{ lineHeight: 2 }}>{t('record.review.byConfidence')}</ListSubheader>
        {sets.map(set => (
          <MenuItem key={set.level} onClick={() => choose(set)}>
            <ListItemText primary={set.level === 0 ? t('record.review.all') : t('record.review.from', { percent: set.level })} secondary={counts(set)} />
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
