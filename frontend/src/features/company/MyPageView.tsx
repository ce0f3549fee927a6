import { zodResolver } from '@hookform/resolvers/zod'
import { Button, FormControl, FormControlLabel, FormLabel, Grid, Radio, RadioGroup, Stack } from '@mui/material'
import { type ReactNode, useId, useMemo } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { Me, ProfileChange } from '@/shared/api/me'
import { useLocale } from '@/shared/i18n/useLocale'
import type { Locale } from '@/shared/lib/locale'
import { useSaveOnLeave } from '@/shared/lib/formGuard'
import { limits } from '@/shared/lib/limits'
import { messageKey } from '@/shared/lib/messageKey'
import { applyServerErrors } from '@/shared/lib/serverErrors'
import { optional, personName, phone, position, z } from '@/shared/lib/validation'
import { useVersionedForm } from '@/shared/lib/versionedForm'
import { FormConflicts } from '@/shared/ui/FormConflicts'
import { FormField } from '@/shared/ui/FormField'
import { PageHeader } from '@/shared/ui/PageHeader'
import { Section } from '@/shared/ui/Section'
import { Terms } from '@/shared/ui/Terms'

const schema = z.object({
  last_name: personName(),
  first_name: personName(),
  middle_name: optional().max(limits.personName, messageKey('validation.maxLength', { length: limits.personName })),
  position: position(),
  phone: phone(),
})
type Profile = z.infer<typeof schema>
const fields = ['last_name', 'first_name', 'middle_name', 'position', 'phone'] as const

interface MyPageViewProps {
  me: Me
  /** Saves over a version; returns whether it was saved. */
  onSave: (version: number, profile: ProfileChange, mapErrors: (error: unknown) => boolean) => Promise<boolean>
  onLanguage: (locale: Locale) => Promise<void>
  password: ReactNode
  devices: ReactNode
}

export function MyPageView({ me, onSave, onLanguage, password, devices }: MyPageViewProps) {
  const { t } = useTranslation()
  return (
    <>
      <PageHeader title={t('screens.myPage')} />
      <Grid container spacing={3}>
        <Grid size={{ xs: 12, md: 7 }}>
          <Section title={t('user.profile')}>
            <Terms
              items={[
                [t('user.email'), me.email],
                [t('user.role'), t(`user.roles.${me.role.name}`)],
                [t('user.departments'), me.departments.map(department => department.name).join(t('common.listSeparator'))],
              ]}
            />
            <ProfileForm me={me} onSave={onSave} />
          </Section>
        </Grid>
        <Grid size={{ xs: 12, md: 5 }}>
          <Stack spacing={3}>
            <Section title={t('user.language')} lead={t('user.languageLead')}>
              <LanguageChoice onLanguage={onLanguage} />
            </Section>
            <Section title={t('user.passwordTitle')} lead={t('user.passwordLead')}>
              {password}
            </Section>
            <Section title={t('user.devicesTitle')} lead={t('user.devicesLead')}>
              {devices}
            </Section>
          </Stack>
        </Grid>
      </Grid>
    </>
  )
}

function ProfileForm({ me, onSave }: Pick<MyPageViewProps, 'me' | 'onSave'>) {
  const { t } = useTranslation()
  const locale = useLocale()
  const stored = useMemo(
    () => ({ version: me.version, values: { last_name: me.last_name, first_name: me.first_name, middle_name: me.middle_name, position: me.position, phone: me.phone } }),
    [me],
  )
  const form = useForm<Profile>({ resolver: zodResolver(schema), defaultValues: stored.values })
  const { control, setError, formState } = form
  const edit = useVersionedForm(form, stored)
  const undecided = edit.conflicts.length > 0
  const submit = useSaveOnLeave('profile', form, profile => onSave(edit.version, profile, error => applyServerErrors(error, setError, fields)), undecided)
  const last = <FormField key="last" control={control} name="last_name" label={t('user.lastName')} autoComplete="family-name" required />
  const first = <FormField key="first" control={control} name="first_name" label={t('user.firstName')} autoComplete="given-name" required />
  return (
    <Stack
      component="form"
      noValidate
      spacing={2.5}
      sx={{ mt: 3 }}
      onSubmit={submit}
    >
      <Stack direction={{ xs: 'column', sm: 'row' }} spacing={2.5}>
        {locale === 'ja-JP' ? [last, first] : [first, last]}
      </Stack>
      <FormField control={control} name="middle_name" label={t('user.middleName')} autoComplete="additional-name" />
      <FormField control={control} name="position" label={t('user.position')} autoComplete="organization-title" />
      <FormField control={control} name="phone" type="tel" label={t('user.phone')} autoComplete="tel" />
      <FormConflicts
        edit={edit}
        labels={{ last_name: t('user.lastName'), first_name: t('user.firstName'), middle_name: t('user.middleName'), position: t('user.position'), phone: t('user.phone') }}
      />
      <Button type="submit" variant="contained" disabled={!formState.isDirty || undecided} loading={formState.isSubmitting} sx={{ alignSelf: 'flex-start' }}>
        {t('common.save')}
      </Button>
    </Stack>
  )
}

function LanguageChoice({ onLanguage }: Pick<MyPageViewProps, 'onLanguage'>) {
  const { t } = useTranslation()
  const locale = useLocale()
  const id = useId()
  return (
    <FormControl>
      <FormLabel id={id} sx={{ position: 'absolute', clipPath: 'inset(50%)' }}>
        {t('user.language')}
      </FormLabel>
      <RadioGroup row aria-labelledby={id} value={locale} onChange={(_, value) => void onLanguage(value as Locale)}>
        <FormControlLabel value="ja-JP" control={<Radio />} label={t('user.japanese')} />
        <FormControlLabel value="en-US" control={<Radio />} label={t('user.english')} />
      </RadioGroup>
    </FormControl>
  )
}
