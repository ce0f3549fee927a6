import { Button, Paper, Stack, TextField, Typography } from '@mui/material'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Department } from '@/shared/api/departments'
import type { Me } from '@/shared/api/me'
import type { User, UserChange, UserInvitation } from '@/shared/api/users'
import { useLocale } from '@/shared/i18n/useLocale'
import { formatDateTime } from '@/shared/lib/format'
import { textParam, useUrlState } from '@/shared/lib/urlState'
import { ConfirmDialog } from '@/shared/ui/ConfirmDialog'
import { CsvDialog, type CsvUpload } from '@/shared/ui/CsvDialog'
import { EmptyState } from '@/shared/ui/EmptyState'
import { AddIcon, DeleteIcon, DownloadIcon, EditIcon, MailIcon, UploadIcon } from '@/shared/ui/icons/icons'
import { ListState } from '@/shared/ui/ListState'
import { PageHeader } from '@/shared/ui/PageHeader'
import { type PlainColumn, PlainTable } from '@/shared/ui/PlainTable'
import { RowAction } from '@/shared/ui/RowAction'
import { StatusChip } from '@/shared/ui/StatusChip'
import { EditDialog } from './components/EditDialog'
import { InviteDialog } from './components/InviteDialog'
import { UploadResult } from './components/UploadResult'
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
  downloading: boolean
  onDownload: () => Promise<void>
  csv: CsvUpload<Parameters<typeof UploadResult>[0]['result']>
}

type Open = { kind: 'invite' | 'csv' } | { kind: 'edit' | 'delete' | 'resend'; user: User }

const params = { q: textParam() }

/** The words by which a user is found. */
const words = ({ name, email, position, departments }: User) => [name, email, position, ...departments.map(({ name }) => name)].join('\n').normalize('NFKC').toLowerCase()

export function UsersPageView({ list, departments, me, may, onInvite, onEdit, onRead, onDelete, onResend, downloading, onDownload, csv }: UsersPageViewProps) {
  const { t } = useTranslation()
  const locale = useLocale()
  const [{ q }, patch] = useUrlState(params)
  const [open, setOpen] = useState<Open | null>(null)
  const [busy, setBusy] = useState(false)
  const close = () => setOpen(null)
  const users = list.data ?? []
  const found = users.filter(user => words(user).includes(q.trim().normalize('NFKC').toLowerCase()))
  const run = async (work: Promise<void>) => {
    setBusy(true)
    // A failure is told by a notice; the question stays for another attempt.
    await work.then(close, () => undefined)
    setBusy(false)
  }

  const byText = (of: (user: User) => string) => (a: User, b: User) => of(a).localeCompare(of(b), locale)
  const columns: PlainColumn<User>[] = [
    {
      key: 'name',
      header: t('users.name'),
      compare: byText(({ name }) => name),
      cell: user => (
        <Stack component="span">
          <span>{user.name}</span>
          {user.position && (
            <Typography component="span" variant="caption" color="textSecondary">
              {user.position}
            </Typography>
          )}
        </Stack>
      ),
    },
    { key: 'email', header: t('user.email'), compare: byText(({ email }) => email), cell: ({ email }) => email },
    { key: 'role', header: t('user.role'), compare: (a, b) => a.role_id - b.role_id, cell: ({ role }) => t(`user.roles.${role.name}`) },
    { key: 'departments', header: t('user.departments'), cell: user => user.departments.map(({ name }) => name).join(t('common.listSeparator')) || t('common.notSet') },
    {
      key: 'state',
      header: t('users.state'),
      compare: (a, b) => Number(a.is_active) - Number(b.is_active),
      cell: ({ is_active: active, tfa }) => (
        <Stack direction="row" useFlexGap sx={{ gap: 0.5, flexWrap: 'wrap' }}>
          <StatusChip label={t(active ? 'users.active' : 'users.invited')} tone={active ? 'success' : 'warning'} />
          {may.seeFactors && tfa?.enabled && <StatusChip label={t('users.secondFactor')} tone="info" tooltip={tfa.methods.map(method => t(`users.factor.${method}`)).join(t('common.listSeparator'))} />}
        </Stack>
      ),
    },
    ...(may.seeLogin
      ? [{ key: 'login', header: t('users.loginAt'), compare: byText(user => user.login_at ?? ''), cell: (user: User) => (user.login_at ? formatDateTime(user.login_at, locale) : t('users.never')) }]
      : []),
    ...(may.edit || may.delete
      ? [
          {
            key: 'actions',
            header: t('common.actions'),
            align: 'right' as const,
            width: 128,
            actions: true,
            cell: (user: User) => (
              <span style={{ whiteSpace: 'nowrap' }}>
                {may.edit && (
                  <RowAction
                    title={t(user.is_active ? 'users.resetPassword' : 'users.resend')}
                    label={t(user.is_active ? 'users.resetPasswordOf' : 'users.resendTo', { name: user.name })}
                    icon={MailIcon}
                    onClick={() => setOpen({ kind: 'resend', user })}
                  />
                )}
                {may.edit && <RowAction title={t('common.edit')} label={t('users.editOf', { name: user.name })} icon={EditIcon} onClick={() => setOpen({ kind: 'edit', user })} />}
                {may.delete && <RowAction title={t('common.delete')} label={t('users.deleteOf', { name: user.name })} icon={DeleteIcon} onClick={() => setOpen({ kind: 'delete', user })} />}
              </span>
            ),
          },
        ]
      : []),
  ]
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
        <TextField size="small" value={q} onChange={event => patch({ q: event.target.value })} placeholder={t('users.search')} slotProps={{ htmlInput: { type: 'search', 'aria-label': t('users.search') } }} sx={{ width: 320, maxWidth: '100%' }} />
        <Typography variant="body2" color="textSecondary" role="status" sx={{ whiteSpace: 'nowrap' }}>
          {list.data && t('users.count', { count: found.length })}
        </Typography>
      </Stack>
      <Paper variant="outlined">
        <ListState list={list} empty={found.length === 0 && <EmptyState title={t('users.noMatch')} action={<Button onClick={() => patch({ q: '' })}>{t('users.clearSearch')}</Button>} />}>
          <PlainTable label={t('screens.users')} rows={found} columns={columns} />
        </ListState>
      </Paper>
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
      <ConfirmDialog
        open={open?.kind === 'delete' || open?.kind === 'resend'}
        title={t(open?.kind === 'delete' ? 'users.deleteTitle' : open?.kind === 'resend' && open.user.is_active ? 'users.resetPasswordTitle' : 'users.resendTitle')}
        confirmLabel={t(open?.kind === 'delete' ? 'common.delete' : 'users.send')}
        destructive={open?.kind === 'delete'}
        busy={busy}
        onCancel={close}
        onConfirm={() => {
          if (open?.kind === 'delete') void run(onDelete(open.user))
          if (open?.kind === 'resend') void run(onResend(open.user))
        }}
      >
        {(open?.kind === 'delete' || open?.kind === 'resend') && (
          <Typography>
            {t(open.kind === 'delete' ? (open.user.id === me.id ? 'users.deleteSelfText' : 'users.deleteText') : open.user.is_active ? 'users.resetPasswordText' : 'users.resendText', { name: open.user.name, email: open.user.email })}
          </Typography>
        )}
      </ConfirmDialog>
    </>
  )
}
