import { Button, List, ListItem, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { type SignIn, useSignIns } from '@/shared/api/sessions'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { formatDateTime } from '@/shared/lib/format'
import { ListState } from '@/shared/ui/ListState'
import { StatusChip } from '@/shared/ui/StatusChip'
import { useDeviceName } from './deviceName'

const shownFirst = 5

/** The last logins of the user, and the attempts that failed. */
export function SignInHistory() {
  const { t } = useTranslation()
  const history = useSignIns()
  const [all, setAll] = useState(false)
  const items = history.data?.items ?? []
  const shown = all ? items : items.slice(0, shownFirst)
  return (
    <ListState list={history} empty={items.length === 0 && <Typography variant="body2">{t('user.noSignIns')}</Typography>}>
      <List disablePadding>
        {shown.map((entry, i) => (
          <ListItem key={`${entry.at} ${i}`} disableGutters divider sx={{ display: 'block' }}>
            <Entry entry={entry} />
          </ListItem>
        ))}
      </List>
      {items.length > shown.length && (
        <Button sx={{ mt: 1 }} onClick={() => setAll(true)}>
          {t('user.allSignIns', { count: items.length })}
        </Button>
      )}
    </ListState>
  )
}

function Entry({ entry }: { entry: SignIn }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const device = useDeviceName()
  return (
    <>
      <Stack direction="row" useFlexGap sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography>{formatDateTime(entry.at, locale)}</Typography>
        {entry.completed ? <StatusChip label={t('user.signedIn')} tone="success" /> : <StatusChip label={t('user.signInFailed', { count: entry.attempts ?? 1 })} tone="error" />}
        {entry.new_device && <StatusChip label={t('user.newDevice')} tone="warning" />}
      </Stack>
      <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
        {device(entry)}
        {entry.address && (
          <>
            <br />
            {t('user.sessionAddress', { address: entry.address })}
          </>
        )}
      </Typography>
    </>
  )
}
