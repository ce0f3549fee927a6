import type { Department } from '@/shared/api/departments'
import { useFormRecord } from '@/shared/api/me'
import { UserInvitation as rules } from '@/shared/api/rules'
import type { UserInvitation } from '@/shared/api/users'
import { currentLocale } from '@/shared/i18n/i18n'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { type Stored, useRecordForm } from '@/shared/lib/recordForm'
import { companyEmail, middleName, personName, phone, position, z } from '@/shared/lib/validation'
import { FormAutocomplete } from '@/shared/ui/FormAutocomplete'
import { FormRadio, FormSelect } from '@/shared/ui/FormChoice'
import { FormDialog, dialogPart } from '@/shared/ui/FormDialog'
import { FormField } from '@/shared/ui/FormField'
import { useMemo } from 'react'
import { roles } from '../roles'
import { ProfileFields } from './ProfileFields'

const schema = z.object({
  email: companyEmail(),
  last_name: personName(),
  first_name: personName(),
  middle_name: middleName(),
  position: position(),
  phone: phone(),
  role_id: z.literal(rules.role_id.enum),
  department_id_list: z.array(z.string()).max(rules.department_id_list.maxItems),
  locale: z.enum(rules.locale.enum),
})
type Invitation = z.infer<typeof schema>

/** Invites a user to the company. */
export function InviteDialog({ samlOnly, departments, onSubmit, onClose }: { samlOnly: boolean; departments: readonly Department[]; onSubmit: (user: UserInvitation) => Promise<void>; onClose: () => void }) {
  const { t } = useTranslation()
  const stored = useMemo<Stored<Invitation>>(
    () => ({ version: 0, values: { email: '', last_name: '', first_name: '', middle_name: '', position: '', phone: '', role_id: 0, department_id_list: [], locale: currentLocale() } }),
    [],
  )
  const edit = useRecordForm<Invitation>({ part: dialogPart, record: useFormRecord('user'), stored, schema, unique: 'email', save: onSubmit, onDone: onClose })
  const { control } = edit
  const labels = {
    email: t('user.email'),
    last_name: t('user.lastName'),
    first_name: t('user.firstName'),
    middle_name: t('user.middleName'),
    position: t('user.position'),
    phone: t('user.phone'),
    role_id: t('user.role'),
    department_id_list: t('user.departments'),
    locale: t('user.language'),
  }
  return (
    <FormDialog title={t('users.inviteTitle')} edit={edit} labels={labels} submitLabel={t('users.inviteSubmit')} width="sm" onClose={onClose}>
      {/* Opening the dialog is asking for the address. */}
      {/* eslint-disable-next-line jsx-a11y/no-autofocus */}
      <FormField control={control} name="email" type="email" label={labels.email} helperText={t(samlOnly ? 'users.emailHelpSaml' : 'users.emailHelp')} autoComplete="off" required autoFocus />
      <ProfileFields control={control} />
      <FormRadio control={control} name="role_id" label={labels.role_id} options={roles.map(({ id, name }) => ({ value: id, label: t(`user.roles.${name}`), help: t(`users.roleHelp.${name}`) }))} />
      <FormAutocomplete control={control} name="department_id_list" label={labels.department_id_list} options={departments} multiple max={rules.department_id_list.maxItems} helperText={t('users.departmentsHelp')} />
      <FormSelect control={control} name="locale" label={t('users.mailLanguage')} options={[{ value: 'ja-JP', label: t('user.japanese') }, { value: 'en-US', label: t('user.english') }]} />
    </FormDialog>
  )
}
