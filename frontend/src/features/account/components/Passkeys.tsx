import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, List, ListItem, Stack, TextField, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { type Passkey, beginPasskey, passkeysQuery, useAddPasskey, useRemovePasskey, useRenamePasskey } from '@/shared/api/passkeys'
import { reportError } from '@/shared/api/queryClient'
import { PasskeyName } from '@/shared/api/rules'
import { Reauthenticate, fieldText } from '@/shared/auth/Reauthenticate'
import { makePasskey, passkeyFault, registersPasskeys } from '@/shared/auth/passkey'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { formatDateTime } from '@/shared/lib/format'
import { isTooLong } from '@/shared/lib/tooLong'
import { FormAlert } from '@/shared/ui/FormAlert'
import { ListState } from '@/shared/ui/ListState'
import { notify } from '@/shared/ui/notify'
import { useTooLong } from '@/shared/ui/useTooLong'
import { deviceOf } from './thisDevice'

/** The passkeys of the logged-in user. */
export function Passkeys({ email }: { email: string }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const found = useQuery(passkeysQuery())
  const [adding, setAdding] = useState(false)
  const [renaming, setRenaming] = useState<Passkey | null>(null)
  const [removing, setRemoving] = useState<Passkey | null>(null)
  const items = found.data?.items ?? []
  const full = found.data !== undefined && items.length >= found.data.limit
  return (
    <ListState list={found} empty={false}>
      <Stack spacing={2}>
        {items.length === 0 && <Typography sx={{ color: 'text.secondary' }}>{t('mfa.passkeys.none')}</Typography>}
        {items.length > 0 && (
          <List disablePadding>
            {items.map(item => (
              <ListItem key={item.id} disableGutters divider sx={{ gap: 1.5, flexWrap: 'wrap' }}>
                <Box sx={{ flex: '1 1 160px', minWidth: 0 }}>
                  <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{item.name}</Typography>
                  <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                    {t('mfa.passkeys.created', { at: formatDateTime(item.created_at, locale) })}
                  </Typography>
                </Box>
                <Stack direction="row" spacing={1}>
                  <Button size="small" variant="outlined" aria-label={t('mfa.passkeys.renameOf', { name: item.name })} onClick={() => setRenaming(item)}>
                    {t('mfa.passkeys.rename')}
                  </Button>
                  <Button size="small" variant="outlined" color="error" aria-label={t('mfa.passkeys.removeOf', { name: item.name })} onClick={() => setRemoving(item)}>
                    {t('mfa.passkeys.remove')}
                  </Button>
                </Stack>
              </ListItem>
            ))}
          </List>
        )}
        {!registersPasskeys() ? (
          <Typography variant="body2">{t('mfa.passkeys.unsupported')}</Typography>
        ) : full ? (
          <Typography variant="body2">{t('mfa.passkeys.full', { limit: found.data?.limit })}</Typography>
        ) : (
          <Button variant="outlined" sx={{ alignSelf: 'flex-start' }} onClick={() => setAdding(true)}>
            {t('mfa.passkeys.add')}
          </Button>
        )}
      </Stack>
      {adding && <AddDialog email={email} onClose={() => setAdding(false)} />}
      {renaming && <RenameDialog passkey={renaming} onClose={() => setRenaming(null)} />}
      {removing && <RemoveDialog passkey={removing} email={email} onClose={() => setRemoving(null)} />}
    </ListState>
  )
}

function NameField({ value, fault, onChange }: { value: string; fault: string | null; onChange: (value: string) => void }) {
  const { t } = useTranslation()
  const wrong = useTooLong()(value, PasskeyName.name) ?? fault ?? undefined
  return (
    <TextField
      label={t('mfa.passkeys.name')}
      required
      fullWidth
      value={value}
      error={wrong !== undefined}
      helperText={wrong ?? t('mfa.passkeys.nameHint')}
      onChange={event => onChange(event.target.value)}
    />
  )
}

/** Registers a passkey: the password first, then a name, then the browser's own dialog. */
function AddDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const { t } = useTranslation()
  const titleId = useId()
  const add = useAddPasskey()
  const [proven, setProven] = useState(false)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const [nameFault, setNameFault] = useState<string | null>(null)
  const [name, setName] = useState(() => {
    const { browser, system } = deviceOf(navigator.userAgent)
    return browser && system ? t('mfa.passkeys.device', { browser, system }) : t('mfa.passkeys.thisDevice')
  })
  const register = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (isTooLong(name, PasskeyName.name)) return
    if (name.trim() === '') return setNameFault(t('validation.required'))
    setFault(null)
    setNameFault(null)
    setBusy(true)
    try {
      const credential = await makePasskey(await beginPasskey())
      await add.mutateAsync({ name, credential })
      notify({ key: 'mfa.passkeys.added', color: 'success' })
      onClose()
    } catch (error) {
      const browsers = passkeyFault(error)
      setFault(browsers ? t(`mfa.passkeys.${browsers}`) : fieldText(error))
    }
    setBusy(false)
  }
  return (
    <Dialog open onClose={busy ? undefined : onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <DialogTitle id={titleId}>{t('mfa.passkeys.add')}</DialogTitle>
      <DialogContent>
        {proven ? (
          <Stack component="form" noValidate spacing={2.5} onSubmit={event => void register(event)}>
            {fault && <FormAlert>{fault}</FormAlert>}
            <Typography>{t('mfa.passkeys.addLead')}</Typography>
            <NameField value={name} fault={nameFault} onChange={setName} />
            <Button type="submit" variant="contained" loading={busy} sx={{ alignSelf: 'flex-start' }}>
              {t('mfa.passkeys.register')}
            </Button>
          </Stack>
        ) : (
          <Reauthenticate email={email} onDone={() => setProven(true)} />
        )}
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" color="cancel" onClick={onClose} disabled={busy}>
          {t('common.cancel')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function RenameDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { t } = useTranslation()
  const titleId = useId()
  const rename = useRenamePasskey()
  const [name, setName] = useState(passkey.name)
  const [fault, setFault] = useState<string | null>(null)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (rename.isPending) return
    if (isTooLong(name, PasskeyName.name)) return
    if (name.trim() === '') return setFault(t('validation.required'))
    setFault(null)
    try {
      await rename.mutateAsync({ id: passkey.id, name })
      notify({ key: 'mfa.passkeys.renamed', color: 'success' })
      onClose()
    } catch (error) {
      setFault(fieldText(error))
    }
  }
  return (
    <Dialog open onClose={rename.isPending ? undefined : onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <Box component="form" noValidate onSubmit={event => void save(event)}>
        <DialogTitle id={titleId}>{t('mfa.passkeys.renameOf', { name: passkey.name })}</DialogTitle>
        <DialogContent>
          <Box sx={{ pt: 1 }}>
            <NameField value={name} fault={fault} onChange={setName} />
          </Box>
        </DialogContent>
        <DialogActions>
          <Button variant="outlined" color="cancel" onClick={onClose} disabled={rename.isPending}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={rename.isPending}>
            {t('common.save')}
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  )
}

function RemoveDialog({ passkey, email, onClose }: { passkey: Passkey; email: string; onClose: () => void }) {
  const { t } = useTranslation()
  const titleId = useId()
  const remove = useRemovePasskey()
  const confirm = async () => {
    try {
      await remove.mutateAsync(passkey.id)
      notify({ key: 'mfa.passkeys.removed', color: 'success' })
    } catch (error) {
      reportError(error, 'update')
    }
    onClose()
  }
  return (
    <Dialog open onClose={remove.isPending ? undefined : onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <DialogTitle id={titleId}>{t('mfa.passkeys.removeTitle')}</DialogTitle>
      <DialogContent>
        <Stack spacing={2}>
          <Typography sx={{ overflowWrap: 'anywhere' }}>{t('mfa.passkeys.removeText', { name: passkey.name })}</Typography>
          <Reauthenticate email={email} onDone={confirm} />
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" color="cancel" onClick={onClose} disabled={remove.isPending}>
          {t('common.cancel')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
