import { Stack, Typography } from '@mui/material'
import { useMemo } from 'react'
import type { User } from '@/shared/api/users'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { formatDateTime } from '@/shared/lib/format'
import { DeleteIcon, EditIcon, LockIcon, LogoutIcon, MailIcon, PauseIcon, PlayIcon, RestoreIcon } from '@/shared/ui/icons/icons'
import { RowAction } from '@/shared/ui/RowAction'
import { StatusChip } from '@/shared/ui/StatusChip'
import { resendTexts } from '../resendTexts'
import type { LocalColumn } from '@/shared/ui/table/LocalTable'

/** What is done with a user. */
export type UserAction = 'edit' | 'delete' | 'resend' | 'signOut' | 'resetFactors' | 'suspend' | 'resume' | 'resumeMail'

/** The columns of the users: what the viewer may see, and do. */
export function useUserColumns({ edit, delete: remove, seeLogin, seeFactors }: { edit: boolean; delete: boolean; seeLogin: boolean; seeFactors: boolean }, self: string, samlOnly: boolean, onAct: (action: UserAction, user: User) => void): readonly LocalColumn<User>[] {
  const { t } = useTranslation()
  const locale = useLocale()
  return useMemo(() => {
    const byText = (of: (user: User) => string) => (a: User, b: User) => of(a).localeCompare(of(b), locale)
    const columns: LocalColumn<User>[] = [
      {
        id: 'name',
        label: t('users.name'),
        heads: true,
        flex: 1.2,
        minWidth: 130,
        wraps: true,
        compare: byText(({ name }) => name),
        cell: ({ name, position }) => (
          <>
            <span style={{ fontWeight: 600 }}>{name}</span>
            {position && (
              <Typography component="div" variant="caption" color="textSecondary">
                {position}
              </Typography>
            )}
          </>
        ),
      },
      { id: 'email', label: t('user.email'), flex: 1.6, minWidth: 190, wraps: true, compare: byText(({ email }) => email), cell: ({ email }) => email },
      { id: 'role', label: t('user.role'), width: 150, card: 'half', compare: (a, b) => a.role_id - b.role_id, cell: ({ role }) => t(`user.roles.${role.name}`) },
      { id: 'departments', label: t('user.departments'), minWidth: 120, card: 'half', wraps: true, cell: ({ departments }) => departments.map(({ name }) => name).join(t('common.listSeparator')) || t('common.notSet') },
      {
        id: 'state',
        label: t('users.state'),
        width: 116,
        card: 'half',
        wraps: true,
        compare: (a, b) => Number(!a.mail_stop) - Number(!b.mail_stop) || Number(a.is_active) - Number(b.is_active) || Number(b.is_suspended) - Number(a.is_suspended),
        cell: ({ is_active: active, is_suspended: suspended, tfa, mail_stop: stop }) => (
          <Stack direction="row" useFlexGap sx={{ gap: 0.5, flexWrap: 'wrap' }}>
            <StatusChip label={t(active ? 'users.active' : suspended ? 'users.suspended' : 'users.invited')} tone={active ? 'success' : suspended ? 'neutral' : 'warning'} />
            {stop && <StatusChip label={t('users.mailStopped')} tone="warning" tooltip={t(`users.mailStop.${stop.reason}`, { at: formatDateTime(stop.at, locale) })} />}
            {seeFactors && tfa?.passkeys && <StatusChip label={t('users.passkeys')} tone="info" />}
            {seeFactors && tfa?.enabled && <StatusChip label={t('users.secondFactor')} tone="info" tooltip={tfa.methods.map(method => t(`users.factor.${method}`)).join(t('common.listSeparator'))} />}
          </Stack>
        ),
      },
    ]
    if (seeLogin) {
      columns.push({
        id: 'login',
        label: t('users.loginAt'),
        width: 168,
        card: 'half',
        compare: byText(({ login_at: at }) => at ?? ''),
        cell: ({ login_at: at }) => (at ? formatDateTime(at, locale) : t('users.never')),
      })
    }
    if (edit || remove) {
      columns.push({
        id: 'actions',
        label: t('common.actions'),
        labelHidden: true,
        align: 'end',
        width: 208,
        card: 'first',
        cell: (user, { tabIndex }) => (
          <span style={{ whiteSpace: 'nowrap' }}>
            {edit && !user.is_suspended && (
              <RowAction
                title={t(resendTexts(user, samlOnly).action)}
                label={t(resendTexts(user, samlOnly).actionOf, { name: user.name })}
                icon={MailIcon}
                tabIndex={tabIndex}
                onClick={() => onAct('resend', user)}
              />
            )}
            {edit && user.mail_stop && <RowAction title={t('users.resumeMail')} label={t('users.resumeMailOf', { name: user.name })} icon={RestoreIcon} tabIndex={tabIndex} onClick={() => onAct('resumeMail', user)} />}
            {edit && user.is_suspended && <RowAction title={t('users.resume')} label={t('users.resumeOf', { name: user.name })} icon={PlayIcon} tabIndex={tabIndex} onClick={() => onAct('resume', user)} />}
            {edit && user.is_active && user.id !== self && <RowAction title={t('users.suspend')} label={t('users.suspendOf', { name: user.name })} icon={PauseIcon} tabIndex={tabIndex} onClick={() => onAct('suspend', user)} />}
            {edit && user.is_active && <RowAction title={t('users.signOut')} label={t('users.signOutOf', { name: user.name })} icon={LogoutIcon} tabIndex={tabIndex} onClick={() => onAct('signOut', user)} />}
            {edit && seeFactors && (user.tfa?.enabled || user.tfa?.passkeys) && user.id !== self && (
              <RowAction title={t('users.resetFactors')} label={t('users.resetFactorsOf', { name: user.name })} icon={LockIcon} tabIndex={tabIndex} onClick={() => onAct('resetFactors', user)} />
            )}
            {edit && <RowAction title={t('common.edit')} label={t('users.editOf', { name: user.name })} icon={EditIcon} tabIndex={tabIndex} onClick={() => onAct('edit', user)} />}
            {remove && <RowAction title={t('common.delete')} label={t('users.deleteOf', { name: user.name })} icon={DeleteIcon} tabIndex={tabIndex} onClick={() => onAct('delete', user)} />}
          </span>
        ),
      })
    }
    return columns
  }, [t, locale, edit, remove, seeLogin, seeFactors, self, samlOnly, onAct])
}
