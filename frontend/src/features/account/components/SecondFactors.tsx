import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, MenuItem, Stack, TextField, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Link as RouterLink } from 'react-router'
import { type Factor, factorsQuery, usePreferFactor, useRemoveFactor } from '@/shared/api/factors'
import { reportError } from '@/shared/api/queryClient'
import { Reauthenticate } from '@/shared/auth/Reauthenticate'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { enrollPath } from '@/shared/lib/paths'
import { ListState } from '@/shared/ui/ListState'
import { notify } from '@/shared/ui/notify'
import { StatusChip } from '@/shared/ui/StatusChip'
import { RecoveryCodes } from './RecoveryCodes'

const factors: readonly Factor[] = ['totp', 'phone_code']
const select = 'select'

/** The second factors of the logged-in user. */
export function SecondFactors({ email }: { email: string }) {
  const { t } = useTranslation()
  const found = useQuery(factorsQuery())
  const prefer = usePreferFactor()
  const [removing, setRemoving] = useState<Factor | null>(null)
  if (!found.data)
    return (
      <ListState list={found} empty={false}>
        {null}
      </ListState>
    )
  const { methods, preferred, phone } = found.data
  return (
    <Stack spacing={2.5}>
      {factors.map(factor => {
        const on = methods.includes(factor)
        const method = t(`mfa.${factor}`)
        return (
          <Stack key={factor} direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 1.5, alignItems: 'center', justifyContent: 'space-between' }}>
            <Box>
              <Stack direction="row" spacing={1} sx={{ alignItems: 'center' }}>
                <Typography sx={{ fontWeight: 600 }}>{method}</Typography>
                <StatusChip label={t(on ? 'mfa.section.on' : 'mfa.section.off')} tone={on ? 'success' : 'neutral'} />
              </Stack>
              {factor === 'phone_code' && on && phone && (
                <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                  {t('mfa.section.phoneEnding', { digits: phone })}
                </Typography>
              )}
            </Box>
            <Stack direction="row" spacing={1}>
              {!(on && factor === 'phone_code') && (
                <Button component={RouterLink} to={enrollPath(factor)} size="small" variant="outlined" aria-label={t(on ? 'mfa.section.replaceOf' : 'mfa.section.setUpOf', { method })}>
                  {t(on ? 'mfa.section.replace' : 'mfa.section.setUp')}
                </Button>
              )}
              {on && (
                <Button size="small" variant="outlined" color="error" aria-label={t('mfa.section.removeOf', { method })} onClick={() => setRemoving(factor)}>
                  {t('mfa.section.remove')}
                </Button>
              )}
            </Stack>
          </Stack>
        )
      })}
      {methods.length > 1 && (
        <TextField
          select
          size="small"
          fullWidth
          label={t('mfa.section.preferred')}
          value={preferred ?? select}
          disabled={prefer.isPending}
          onChange={event => {
            const value = event.target.value
            prefer.mutate(value === select ? null : (value as Factor), { onSuccess: () => notify({ key: 'mfa.section.preferredSaved', color: 'success' }) })
          }}
        >
          <MenuItem value={select}>{t('mfa.section.select')}</MenuItem>
          {methods.map(factor => (
            <MenuItem key={factor} value={factor}>
              {t(`mfa.${factor}`)}
            </MenuItem>
          ))}
        </TextField>
      )}
      {methods.length > 0 && <RecoveryCodes email={email} codes={found.data.recovery_codes} />}
      {removing && <RemoveDialog factor={removing} last={methods.length === 1} email={email} onClose={() => setRemoving(null)} />}
    </Stack>
  )
}

function RemoveDialog({ factor, last, email, onClose }: { factor: Factor; last: boolean; email: string; onClose: () => void }) {
  const { t } = useTranslation()
  const titleId = useId()
  const remove = useRemoveFactor()
  const method = t(`mfa.${factor}`)
  const confirm = async () => {
    try {
      await remove.mutateAsync(factor)
      notify({ key: 'mfa.section.removed', values: { method }, color: 'success' })
    } catch (error) {
      reportError(error, 'update')
    }
    onClose()
  }
  return (
    <Dialog open onClose={remove.isPending ? undefined : onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <DialogTitle id={titleId}>{t('mfa.section.removeTitle', { method })}</DialogTitle>
      <DialogContent>
        <Stack spacing={2}>
          <Typography>{t('mfa.section.removeText', { method })}</Typography>
          {last && <Typography>{t('mfa.section.removeLast')}</Typography>}
          <Reauthenticate email={email} recoverable onDone={confirm} />
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
