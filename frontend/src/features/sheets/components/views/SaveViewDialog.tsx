import { Button, Checkbox, Dialog, DialogActions, DialogContent, DialogTitle, FormControlLabel, Stack, TextField, Typography } from '@mui/material'
import { type FormEvent, useId, useState } from 'react'
import { ApiError } from '@/shared/api/error'
import { errorText } from '@/shared/api/report'
import { SearchToSave } from '@/shared/api/rules'
import { useSavedSearchChanges } from '@/shared/api/searchCriteria'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { askToClose, releaseUnsaved, useUnsaved } from '@/shared/lib/unsaved'
import { notify } from '@/shared/ui/notify'
import { useTooLong } from '@/shared/ui/useTooLong'
import type { ListView } from './SavedViews'

const part = 'view'

/** The text of a refused name. */
export const nameFault = (error: unknown) => (error instanceof ApiError ? (error.fields.find(({ path }) => path === 'name')?.detail ?? errorText(error, 'update')) : error ? errorText(error, 'update') : undefined)

/** Saves the current filters, order and columns under a name. */
export function SaveViewDialog({ now, onSaved, onClose }: { now: ListView; onSaved: (id: string) => void; onClose: () => void }) {
  const { t } = useTranslation()
  const titleId = useId()
  const [name, setName] = useState('')
  const [usual, setUsual] = useState(false)
  const { create } = useSavedSearchChanges()
  const long = useTooLong()(name, SearchToSave.name)
  const fault = long ?? nameFault(create.error)
  useUnsaved(name.trim() !== '', { part, survives: () => false, discard: () => setName('') })
  const close = () => void askToClose(part).then(leave => (leave ? onClose() : undefined))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (long) return
    try {
      const made = await create.mutateAsync({ name: name.trim(), criteria: now.criteria, columns: [...now.columns], is_default: usual })
      notify({ key: 'views.saved', values: { name: made.name }, color: 'success' })
      releaseUnsaved(part)
      onSaved(made.id)
      onClose()
    } catch {
      // The form shows why; the name stays.
    }
  }
  return (
    <Dialog open onClose={create.isPending ? undefined : close} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <form noValidate onSubmit={event => void submit(event)}>
        <DialogTitle id={titleId}>{t('views.saveTitle')}</DialogTitle>
        <DialogContent>
          <Stack sx={{ gap: 1.5, pt: 1 }}>
            <Typography variant="body2" color="textSecondary">
              {t('views.saveText')}
            </Typography>
            <TextField
              // eslint-disable-next-line jsx-a11y/no-autofocus -- the dialog's only field
              autoFocus
              label={t('views.name')}
              value={name}
              onChange={({ target }) => {
                setName(target.value)
                create.reset()
              }}
              error={fault !== undefined}
              helperText={fault}
              fullWidth
            />
            <FormControlLabel control={<Checkbox size="small" checked={usual} onChange={(_event, on) => setUsual(on)} />} label={t('views.makeDefault')} slotProps={{ typography: { variant: 'body2' } }} />
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button variant="outlined" color="cancel" onClick={close} disabled={create.isPending}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={create.isPending} disabled={name.trim() === '' || long !== undefined}>
            {t('common.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
