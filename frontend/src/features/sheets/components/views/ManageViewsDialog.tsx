import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, IconButton, Radio, TextField, Typography } from '@mui/material'
import { useId, useState } from 'react'
import { SearchToSave } from '@/shared/api/rules'
import { type SavedSearch, useSavedSearchChanges } from '@/shared/api/searchCriteria'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { ConfirmDialog } from '@/shared/ui/ConfirmDialog'
import { Hint } from '@/shared/ui/Hint'
import { DeleteIcon } from '@/shared/ui/icons/icons'
import { notify } from '@/shared/ui/notify'
import { useTooLong } from '@/shared/ui/useTooLong'
import { nameFault } from './SaveViewDialog'

/** Renames and deletes saved filters, and chooses the one that the list begins with. */
export function ManageViewsDialog({ saved, onClose }: { saved: readonly SavedSearch[]; onClose: () => void }) {
  const { t } = useTranslation()
  const titleId = useId()
  const [deleting, setDeleting] = useState<SavedSearch | null>(null)
  const { edit, remove } = useSavedSearchChanges()
  const usual = saved.find(({ is_default }) => is_default)
  // There is one default: the server makes the former one an ordinary filter.
  const makeDefault = (next: SavedSearch) => edit.mutate({ saved: next, change: { is_default: true } }, { onSuccess: () => notify({ key: 'views.defaultSet', values: { name: next.name }, color: 'success' }) })
  const dropDefault = (former: SavedSearch) => edit.mutate({ saved: former, change: { is_default: false } }, { onSuccess: () => notify({ key: 'views.defaultUnset', color: 'success' }) })
  const erase = (view: SavedSearch) => remove.mutate(view, { onSuccess: () => notify({ key: 'views.deleted', values: { name: view.name }, color: 'success' }), onSettled: () => setDeleting(null) })
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId}>{t('views.manageTitle')}</DialogTitle>
      <DialogContent>
        <Box role="radiogroup" aria-label={t('views.default')} sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) auto auto', gap: 1, alignItems: 'center', pt: 1 }}>
          <span />
          <Typography variant="caption" color="textSecondary">
            {t('views.default')}
          </Typography>
          <span />
          {saved.map(view => (
            <Row key={view.id} view={view} onDefault={() => makeDefault(view)} onDelete={() => setDeleting(view)} />
          ))}
          <Typography variant="body2" sx={{ px: 1.75 }}>
            {t('views.noDefault')}
          </Typography>
          <Radio size="small" checked={!usual} onChange={() => usual && dropDefault(usual)} slotProps={{ input: { 'aria-label': t('views.noDefault') } }} />
          <span />
        </Box>
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" color="cancel" onClick={onClose}>
          {t('common.close')}
        </Button>
      </DialogActions>
      <ConfirmDialog
        open={deleting !== null}
        title={t('views.deleteTitle', { name: deleting?.name ?? '' })}
        confirmLabel={t('common.delete')}
        destructive
        busy={remove.isPending}
        onCancel={() => setDeleting(null)}
        onConfirm={() => deleting && erase(deleting)}
      />
    </Dialog>
  )
}

function Row({ view, onDefault, onDelete }: { view: SavedSearch; onDefault: () => void; onDelete: () => void }) {
  const { t } = useTranslation()
  const [name, setName] = useState<string | null>(null)
  const { edit } = useSavedSearchChanges()
  const long = useTooLong()(name ?? '', SearchToSave.name)
  const fault = long ?? nameFault(edit.error)
  const rename = () => {
    // Enter has sent it already when the field is left.
    if (long || edit.isPending) return
    const next = name?.trim() ?? view.name
    if (next === '' || next === view.name) return setName(null)
    edit.mutate(
      { saved: view, change: { name: next } },
      {
        onSuccess: () => {
          notify({ key: 'views.renamed', values: { name: next }, color: 'success' })
          setName(null)
        },
      },
    )
  }
  return (
    <>
      <TextField
        hiddenLabel
        value={name ?? view.name}
        onChange={({ target }) => {
          setName(target.value)
          edit.reset()
        }}
        onBlur={rename}
        onKeyDown={event => event.key === 'Enter' && !event.nativeEvent.isComposing && rename()}
        error={fault !== undefined}
        helperText={fault}
        slotProps={{ htmlInput: { 'aria-label': t('views.nameOf', { name: view.name }), readOnly: edit.isPending } }}
      />
      <Radio size="small" checked={view.is_default} onChange={onDefault} slotProps={{ input: { 'aria-label': t('views.defaultOne', { name: view.name }) } }} />
      <Hint title={t('common.delete')}>
        <IconButton size="small" aria-label={t('views.deleteOne', { name: view.name })} onClick={onDelete}>
          <DeleteIcon fontSize="small" />
        </IconButton>
      </Hint>
    </>
  )
}
