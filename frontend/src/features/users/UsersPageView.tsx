import { Button, Stack, TextField, Typography } from '@mui/material'
import { useCallback, useMemo, useState } from 'react'
import type { Department } from '@/shared/api/departments'
import type { Me } from '@/shared/api/me'
import type { User, UserChange, UserInvitation } from '@/shared/api/users'
import type { TextKey } from '@/shared/i18n/keys'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { useSearchText } from '@/shared/lib/searchText'
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
import { resendTexts } from './resendTexts'
import { roles } from './roles'

interface UsersPageViewProps {
  list: { data?: readonly User[]; isPending: boolean; isError: boolean; refetch: () => unknown }
  departments: readonly Department[]
  me: Me
  /** Users log in at the company's identity provider only. */
  samlOnly: boolean
  may: { invite: boolean; edit: boolean; delete: boolean; seeLogin: boolean; seeFactors: boolean }
  onInvite: (user: UserInvitation) => Promise<void>
  /** Saves over a version. */
  onEdit: (user: User, change: UserChange, version: number) => Promise<User>
  onRead: (user: User) => Promise<User | null>
  onDelete: (user: User) => Promise<void>
  /** Mails the invitation again, or a link to set a new password, or how to log in. */
  onResend: (user: User) => Promise<void>
  /** Ends all sessions of the user. */
  onSignOut: (user: User) => Promise<void>
  /** Suspends a user, or ends it. */
  onSuspend: (user: User, suspended: boolean) => Promise<void>
  /** Sends mails to a user again whose mails are stopped. */
  onResumeMail: (user: User) => Promise<void>
  /** Turns off all second factors of a user, after a reauthentication. */
  onResetFactors: (user: User) => Promise<void>
  downloading: boolean
  onDownload: () => Promise<void>
  csv: CsvUpload<Parameters<typeof UploadResult>[0]['result']>
}

/** What is asked before something is done with a user. */
interface Question {
  title: TextKey
  confirm: TextKey
  text: TextKey
  act: () => Promise<void>
  user: User
}

type Open = { kind: 'invite' | 'csv' } | { kind: UserAction; user: User }

const none: readonly never[] = []
const params = { q: textParam(), ...firstPageParam }

const nameOf = ({ name }: User) => name

/** The words by which a user is found. */
const words = ({ name, email, position, departments }: User) => [name, email, position, ...departments.map(({ name }) => name)].join('\n').normalize('NFKC').toLowerCase()

export function UsersPageView({ list, departments, me, samlOnly, may, onInvite, onEdit, onRead, onDelete, onResend, onSignOut, onSuspend, onResumeMail, onResetFactors, downloading, onDownload, csv }: UsersPageViewProps) {
  const { t } = useTranslation()
  const [{ q }, patch] = useUrlState(params)
  const [box, clear] = useSearchText(q, (text, options) => patch({ q: text, page: 1 }, options))
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

  const questions: Record<Exclude<UserAction, 'edit' | 'resetFactors'>, (user: User) => Question> = {
    delete: user => ({ title: 'users.deleteTitle', confirm: 'common.delete', text: user.id === me.id ? 'users.deleteSelfText' : 'users.deleteText', act: () => onDelete(user), user }),
    resend: user => ({ ...resendTexts(user, samlOnly), confirm: 'users.send', act: () => onResend(user), user }),
    signOut: user => ({ title: 'users.signOutTitle', confirm: 'users.signOutConfirm', text: 'users.signOutText', act: () => onSignOut(user), user }),
    suspend: user => ({ title: 'users.suspendTitle', confirm: 'users.suspend', text: 'users.suspendText', act: () => onSuspend(user, true), user }),
    resume: user => ({ title: 'users.resumeTitle', confirm: 'users.resume', text: 'users.resumeText', act: () => onSuspend(user, false), user }),
    resumeMail: user => ({ title: 'users.resumeMailTitle', confirm: 'users.resumeMail', text: user.mail_stop?.reason === 'complained' ? 'users.resumeMailComplained' : 'users.resumeMailBounced', act: () => onResumeMail(user), user }),
  }
  const asked = open && open.kind in questions && 'user' in open ? questions[open.kind as keyof typeof questions](open.user) : null
  const columns = useUserColumns(may, me.id, samlOnly, useCallback((kind, user) => setOpen({ kind, user }), []))
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
        <TextField size="small" {...box} placeholder={t('users.search')} slotProps={{ htmlInput: { type: 'search', 'aria-label': t('users.search') } }} sx={{ width: 320, maxWidth: '100%' }} />
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
        empty={<EmptyState title={t('users.noMatch')} action={<Button onClick={clear}>{t('users.clearSearch')}</Button>} />}
      />
      {open?.kind === 'invite' && <InviteDialog samlOnly={samlOnly} departments={departments} onSubmit={onInvite} onClose={close} />}
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
        open={asked !== null}
        title={asked ? t(asked.title) : ''}
        confirmLabel={asked ? t(asked.confirm) : ''}
        destructive={open?.kind === 'delete' || open?.kind === 'suspend'}
        busy={busy}
        onCancel={close}
        onConfirm={() => {
          if (asked) void run(asked.act())
        }}
      >
        {asked && <Typography>{t(asked.text, { name: asked.user.name, email: asked.user.email })}</Typography>}
      </ConfirmDialog>
    </>
  )
}
