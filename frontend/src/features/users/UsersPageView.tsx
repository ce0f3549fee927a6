import { Button, Stack, TextField, Typography } from '@mui/material'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Department } from '@/shared/api/departments'
import type { Me } from '@/shared/api/me'
import type { User, UserChange, UserInvitation } from '@/shared/api/users'
import { firstPageParam } from '@/shared/lib/tableState'
import { textParam, useUrlState } from '@/shared/lib/urlState'
import { ConfirmDialog } from '@/shared/ui/ConfirmDialog'
import { CsvDialog, type CsvUpload } from '@/shared/ui/CsvDialog'
import { EmptyState } from '@/shared/ui/EmptyState'
import { AddIcon, DownloadIcon, UploadIcon } from '@/shared/ui/icons/icons'
import { PageHeader } from '@/shared/ui/PageHeader'
import { LocalTable } from '@/shared/ui/table/LocalTable'
import { EditDialog } from './components/EditDialog'
import { InviteDialog } from './components/InviteDialog'
import { ResetFactorsDialog } from './components/ResetFactorsDialog'
import { UploadResult } from './components/UploadResult'
import { type UserAction, useUserColumns } from './components/userColumns'
import { roles } from './roles'

interface UsersPageViewProps {
  list: { data?: readonly User[]; isPending: boolean; isError: boolean; refetch: () => unknown }
  departments: readonly Department[]
  me: Me
  may: { invite: boolean; edit: boolean; delete: boolean; seeLogin: boolean; seeFactors: boolean }
  onInvite: (user: UserInvitation) => Promise<void>
  /** Saves over a version. */
  onEdit: (user: User, change: UserChange, version: number) => Promise<User>
  onRead: (user: User) => Promise<User | null>
  onDelete: (user: User) => Promise<void>
  /** Mails the invitation again, or a link to set a new password. */
  onResend: (user: User) => Promise<void>
  /** Ends all sessions of the user. */
  onSignOut: (user: User) => Promise<void>
  /** Turns off all second factors of a user, after a reauthentication. */
  onResetFactors: (user: User) => Promise<void>
  downloading: boolean
  onDownload: () => Promise<void>
  csv: CsvUpload<Parameters<typeof UploadResult>[0]['result']>
}

type Open = { kind: 'invite' | 'csv' } | { kind: UserAction; user: User }

const none: readonly never[] = []
const params = { q: textParam(), ...firstPageParam }

const nameOf = ({ name }: User) => name

/** The words by which a user is found. */
const words = ({ name, email, position, departments }: User) => [name, email, position, ...departments.map(({ name }) => name)].join('\n').normalize('NFKC').toLowerCase()

export function UsersPageView({ list, departments, me, may, onInvite, onEdit, onRead, onDelete, onResend, onSignOut, onResetFactors, downloading, onDownload, csv }: UsersPageViewProps) {
  const { t } = useTranslation()
  const [{ q }, patch] = useUrlState(params)
  const [open, setOpen] = useState<Open | null>(null)
  const [busy, setBusy] = useState(false)
  const close = () => setOpen(null)
  const users = list.data ?? none
  const found = useMemo(() => users.filter(user => words(user).includes(q.trim().normalize('NFKC').toLowerCase())), [users, q])
  const openOne = (user: User | undefined) => user && setOpen({ kind: 'edit', user })
  const run = async (work: Promise<void>) => {
    setBusy(true)
    // A notice reports a failure; the question stays for another attempt.
    await work.then(close, () => undefined)
    setBusy(false)
  }

  const columns = useUserColumns(may, me.id, useCallback((kind, user) => setOpen({ kind, user }), []))
  return (
    <>
      <PageHeader
        title={t('screens.users')}
        lead={t('users.lead')}
        actions={
          <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: 'wrap' }}>
            {may.edit && (
              <Button variant="outlined" startIcon={<DownloadIcon />} loading={downloading} onClick={() => void onDownload().catch(() => undefined)}>
                {t('users.download')}
              </Button>
            )}
            {may.edit && (
              <Button variant="outlined" startIcon={<UploadIcon />} onClick={() => setOpen({ kind: 'csv' })}>
                {t('users.upload')}
              </Button>
            )}
            {may.invite && (
              <Button variant="contained" startIcon={<AddIcon />} onClick={() => setOpen({ kind: 'invite' })}>
                {t('users.invite')}
              </Button>
            )}
          </Stack>
        }
      />
      <Stack direction="row" sx={{ mb: 1.5, alignItems: 'center', gap: 2 }}>
        <TextField size="small" value={q} onChange={event => patch({ q: event.target.value, page: 1 })} placeholder={t('users.search')} slotProps={{ htmlInput: { type: 'search', 'aria-label': t('users.search') } }} sx={{ width: 320, maxWidth: '100%' }} />
        <Typography variant="body2" color="textSecondary" role="status" sx={{ whiteSpace: 'nowrap' }}>
          {list.data && t('users.count', { count: found.length })}
        </Typography>
      </Stack>
      <LocalTable
        label={t('screens.users')}
        list={list}
        rows={found}
        columns={columns}
        nameOf={nameOf}
        onOpen={may.edit ? id => openOne(users.find(user => user.id === id)) : undefined}
        keys={open === null}
        empty={<EmptyState title={t('users.noMatch')} action={<Button onClick={() => patch({ q: '', page: 1 })}>{t('users.clearSearch')}</Button>} />}
      />
      {open?.kind === 'invite' && <InviteDialog departments={departments} onSubmit={onInvite} onClose={close} />}
      {open?.kind === 'csv' && (
        <CsvDialog
          title={t('users.csv.title')}
          lead={t('users.csv.lead')}
          upload={csv}
          onClose={close}
          template={
            <Button size="small" startIcon={<DownloadIcon />} loading={downloading} onClick={() => void onDownload().catch(() => undefined)}>
              {t('users.download')}
            </Button>
          }
          resultOf={result => <UploadResult result={result} />}
        />
      )}
      {open?.kind === 'edit' && (
        <EditDialog
          // The current state: another administrator may have changed or removed the user.
          user={users.find(({ id }) => id === open.user.id) ?? open.user}
          deleted={list.data !== undefined && !users.some(({ id }) => id === open.user.id)}
          self={open.user.id === me.id}
          roles={roles}
          departments={departments}
          onSave={(change, version) => onEdit(open.user, change, version)}
          onRead={() => onRead(open.user)}
          onClose={close}
        />
      )}
      {open?.kind === 'resetFactors' && <ResetFactorsDialog user={open.user} email={me.email} onReset={() => onResetFactors(open.user)} onClose={close} />}
      <ConfirmDialog
        open={open?.kind === 'delete' || open?.kind === 'resend' || open?.kind === 'signOut'}
        title={t(open?.kind === 'signOut' ? 'users.signOutTitle' : open?.kind === 'delete' ? 'users.deleteTitle' : open?.kind === 'resend' && open.user.is_active ? 'users.resetPasswordTitle' : 'users.resendTitle')}
        confirmLabel={t(open?.kind === 'signOut' ? 'users.signOutConfirm' : open?.kind === 'delete' ? 'common.delete' : 'users.send')}
        destructive={open?.kind === 'delete'}
        busy={busy}
        onCancel={close}
        onConfirm={() => {
          if (open?.kind === 'delete') void run(onDelete(open.user))
          if (open?.kind === 'resend') void run(onResend(open.user))
          if (open?.kind === 'signOut') void run(onSignOut(open.user))
        }}
      >
        {open?.kind === 'signOut' && <Typography>{t('users.signOutText', { name: open.user.name, email: open.user.email })}</Typography>}
        {(open?.kind === 'delete' || open?.kind === 'resend') && (
          <Typography>
            {t(open.kind === 'delete' ? (open.user.id === me.id ? 'users.deleteSelfText' : 'users.deleteText') : open.user.is_active ? 'users.resetPasswordText' : 'users.resendText', { name: open.user.name, email: open.user.email })}
          </Typography>
        )}
      </ConfirmDialog>
    </>
  )
}
