import { useDepartments } from '@/shared/api/departments'
import { useMe } from '@/shared/api/me'
import { usePasswordsRefused } from '@/shared/api/saml'
import { readUser, useUploadUsers, useUserChanges, useUsers, useUsersFile } from '@/shared/api/users'
import { can } from '@/shared/auth/permissions'
import type { TextKey } from '@/shared/i18n/keys'
import { limits, times } from '@/shared/lib/limits'
import { minDelay } from '@/shared/lib/minDelay'
import { saveFile } from '@/shared/lib/saveFile'
import { notify } from '@/shared/ui/notify'
import { resendTexts } from './resendTexts'
import { UsersPageView } from './UsersPageView'

const none: readonly never[] = []
const done = (key: TextKey) => notify({ key, color: 'success' })

export function UsersPage() {
  const me = useMe()
  const users = useUsers()
  const { data: departments = none } = useDepartments()
  const { invite, edit, suspend, resumeMail, remove, resend, signOut, resetFactors } = useUserChanges()
  const download = useUsersFile()
  const upload = useUploadUsers()
  const samlOnly = usePasswordsRefused()
  return (
    <UsersPageView
      list={users}
      departments={departments}
      me={me}
      samlOnly={samlOnly}
      may={{ invite: can(me, 'USER_INVITE'), edit: can(me, 'USER_EDIT'), delete: can(me, 'USER_DELETE'), seeLogin: can(me, 'USER_READ_LOGIN_AT'), seeFactors: can(me, 'USER_READ_2FA_INFO') }}
      onInvite={async user => {
        await minDelay(invite.mutateAsync(user), times.save)
        done('messages.userInvited')
      }}
      onEdit={async ({ id }, change, version) => {
        const saved = await minDelay(edit.mutateAsync({ userId: id, version, change }), times.save)
        done('messages.userUpdated')
        return saved
      }}
      onRead={({ id }) => readUser(me.company_id, id)}
      onDelete={async ({ id }) => {
        await remove.mutateAsync(id)
        done('messages.userDeleted')
      }}
      onResend={async user => {
        await minDelay(resend.mutateAsync(user.id), times.save)
        done(resendTexts(user, samlOnly).done)
      }}
      onSignOut={async ({ id }) => {
        await signOut.mutateAsync(id)
        done('messages.userSignedOut')
      }}
      onSuspend={async ({ id, version }, suspended) => {
        await suspend.mutateAsync({ userId: id, version, suspended })
        done(suspended ? 'messages.userSuspended' : 'messages.userResumed')
      }}
      onResumeMail={async ({ id, version }) => {
        await resumeMail.mutateAsync({ userId: id, version })
        done('messages.userMailResumed')
      }}
      onResetFactors={async ({ id }) => {
        await resetFactors.mutateAsync(id)
        done('messages.factorsReset')
      }}
      downloading={download.isPending}
      onDownload={async () => {
        const { content, name } = await download.mutateAsync(undefined)
        saveFile(content, name)
      }}
      csv={{ pending: upload.isPending, failure: upload.error, result: upload.data, maxBytes: limits.csvBytes, onReset: upload.reset, onSubmit: file => upload.mutate(file, { onSuccess: () => done('messages.usersUploaded') }) }}
    />
  )
}
