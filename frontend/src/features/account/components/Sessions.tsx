import { Box, Button, List, ListItem, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { type SignedSession, useEndSessions, useSessions } from '@/shared/api/sessions'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { formatDateTime } from '@/shared/lib/format'
import { ConfirmDialog } from '@/shared/ui/ConfirmDialog'
import { ListState } from '@/shared/ui/ListState'
import { notify } from '@/shared/ui/notify'
import { StatusChip } from '@/shared/ui/StatusChip'
import { useDeviceName } from './deviceName'

/** The sessions of the user on all devices, each of which can be ended, and all others together. */
export function Sessions() {
  const { t } = useTranslation()
  const sessions = useSessions()
  const { one, others } = useEndSessions()
  const [asked, setAsked] = useState<SignedSession | 'others' | null>(null)
  const device = useDeviceName()
  const items = sessions.data?.items ?? []
  const end = async () => {
    if (asked === null) return
    try {
      if (asked === 'others') await others.mutateAsync()
      else await one.mutateAsync(asked.id)
      notify({ key: asked === 'others' ? 'messages.otherSessionsEnded' : 'messages.sessionEnded', color: 'success' })
      setAsked(null)
    } catch {
      // A notice reports it; the question stays for another attempt.
    }
  }
  return (
    <ListState list={sessions} empty={items.length === 0 && t('user.noSessions')}>
      <List disablePadding>
        {items.map(session => (
          <ListItem key={session.id} disableGutters divider sx={{ gap: 1.5, alignItems: 'flex-start', flexWrap: 'wrap' }}>
            <Box sx={{ flex: '1 1 200px', minWidth: 0 }}>
              <Stack direction="row" useFlexGap sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
                <Typography sx={{ fontWeight: 600 }}>{device(session)}</Typography>
                {session.current && <StatusChip label={t('user.thisDevice')} tone="success" />}
              </Stack>
              <SessionTimes session={session} />
            </Box>
            {!session.current && (
              <Button size="small" variant="outlined" aria-label={t('user.endSessionOf', { device: device(session) })} onClick={() => setAsked(session)}>
                {t('user.endSession')}
              </Button>
            )}
          </ListItem>
        ))}
      </List>
      {items.some(({ current }) => !current) && (
        <Button variant="outlined" sx={{ mt: 2 }} onClick={() => setAsked('others')}>
          {t('user.endOthers')}
        </Button>
      )}
      <Typography variant="body2" color="textSecondary" sx={{ mt: 2 }}>
        {sessions.data && t('user.idleNote', { count: sessions.data.session_idle_hours })}
      </Typography>
      <ConfirmDialog
        open={asked !== null}
        title={t(asked === 'others' ? 'user.endOthersQuestion' : 'user.endSessionQuestion')}
        confirmLabel={t('user.endSession')}
        busy={one.isPending || others.isPending}
        onConfirm={() => void end()}
        onCancel={() => setAsked(null)}
      >
        <Typography>{asked === 'others' || asked === null ? t('user.endOthersNote') : t('user.endSessionNote', { device: device(asked) })}</Typography>
      </ConfirmDialog>
    </ListState>
  )
}

function SessionTimes({ session }: { session: SignedSession }) {
  const { t } = useTranslation()
  const locale = useLocale()
  return (
    <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
      {t('user.sessionUsed', { at: formatDateTime(session.last_used_at, locale) })}
      <br />
      {t('user.sessionSignedIn', { at: formatDateTime(session.signed_in_at, locale) })}
      {session.address && (
        <>
          <br />
          {t('user.sessionAddress', { address: session.address })}
        </>
      )}
    </Typography>
  )
}
