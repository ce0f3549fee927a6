import { Alert } from '@mui/material'
import { useMemo } from 'react'
import type { Department } from '@/shared/api/departments'
import { useFormRecord } from '@/shared/api/me'
import { UserChange as rules } from '@/shared/api/rules'
import type { User, UserChange } from '@/shared/api/users'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { type Stored, useRecordForm } from '@/shared/lib/recordForm'
import { middleName, personName, phone, position, z } from '@/shared/lib/validation'
import { FormAutocomplete } from '@/shared/ui/FormAutocomplete'
import { FormRadio, FormTick } from '@/shared/ui/FormChoice'
import { FormDialog, dialogPart } from '@/shared/ui/FormDialog'
import { Terms } from '@/shared/ui/Terms'
import type { roles as allRoles } from '../roles'
import { ProfileFields } from './ProfileFields'

const schema = z.object({
  last_name: personName(),
  first_name: personName(),
  middle_name: middleName(),
  position: position(),
  phone: phone(),
  role_id: z.literal(rules.role_id.enum),
  department_id_list: z.array(z.string()).max(rules.department_id_list.maxItems),
  is_subscribe: z.boolean(),
})
type Change = z.infer<typeof schema>

const storedOf = ({ version, last_name, first_name, middle_name, position, phone, role_id, departments, is_subscribe }: User): Stored<Change> => ({
  version,
  values: { last_name, first_name, middle_name, position, phone, role_id, department_id_list: departments.map(({ id }) => id), is_subscribe },
})

interface EditDialogProps {
  user: User
  /** Another administrator has removed the user meanwhile. */
  deleted: boolean
  /** It is the caller. */
  self: boolean
  roles: typeof allRoles
  departments: readonly Department[]
  /** Saves over a version. */
  onSave: (change: UserChange, version: number) => Promise<User>
  onRead: () => Promise<User | null>
  onClose: () => void
}

/** Edits a user's profile, role and departments. */
export function EditDialog({ user, deleted, self, roles, departments, onSave, onRead, onClose }: EditDialogProps) {
  const { t } = useTranslation()
  const stored = useMemo(() => storedOf(user), [user])
  const edit = useRecordForm<Change>({
    part: dialogPart,
    record: useFormRecord('user', user.id),
    stored,
    schema,
    deleted,
    save: async (change, version) => storedOf(await onSave(change, version)),
    read: async () => {
      const now = await onRead()
      return now && storedOf(now)
    },
    onDone: onClose,
  })
  const { control } = edit
  const labels = {
    last_name: t('user.lastName'),
    first_name: t('user.firstName'),
    middle_name: t('user.middleName'),
    position: t('user.position'),
    phone: t('user.phone'),
    role_id: t('user.role'),
    department_id_list: t('user.departments'),
    is_subscribe: t('user.subscribe'),
  }
  const nameOf = (id: string) => departments.find(department => department.id === id)?.name ?? t('common.removed')
  const text = (value: unknown, name: string) => {
    if (name === 'role_id') return t(`user.roles.${roles.find(({ id }) => id === value)?.name ?? 'viewer'}`)
    if (name === 'department_id_list') return (value as string[]).map(nameOf).join(t('common.listSeparator'))
    return name === 'is_subscribe' ? t(value ? 'common.yes' : 'common.no') : String(value)
  }
  return (
    <FormDialog title={t('users.editTitle')} edit={edit} labels={labels} text={text} disabled={!edit.dirty} width="sm" onClose={onClose}>
      <Terms items={[[t('user.email'), user.email]]} />
      <ProfileFields control={control} />
      {self && <Alert severity="info">{t('users.selfNote')}</Alert>}
      <FormRadio control={control} name="role_id" label={labels.role_id} options={roles.map(({ id, name }) => ({ value: id, label: t(`user.roles.${name}`), help: t(`users.roleHelp.${name}`) }))} />
      <FormAutocomplete control={control} name="department_id_list" label={labels.department_id_list} options={departments} multiple max={rules.department_id_list.maxItems} helperText={t('users.departmentsHelp')} />
      <FormTick control={control} name="is_subscribe" label={labels.is_subscribe} />
    </FormDialog>
  )
}
