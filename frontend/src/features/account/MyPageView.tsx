import { Alert, Button, FormControl, FormControlLabel, FormLabel, Grid, LinearProgress, Radio, RadioGroup, Stack } from '@mui/material'
import { type ReactNode, useId, useMemo } from 'react'
import { type Me, type ProfileChange, useFormRecord } from '@/shared/api/me'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import type { Locale } from '@/shared/lib/locale'
import { type Stored, useRecordForm } from '@/shared/lib/recordForm'
import { middleName, personName, phone, position, z } from '@/shared/lib/validation'
import { FormConflicts } from '@/shared/ui/FormConflicts'
import { FormField } from '@/shared/ui/FormField'
import { PageHeader } from '@/shared/ui/PageHeader'
import { Section } from '@/shared/ui/Section'
import { Terms } from '@/shared/ui/Terms'
import { visuallyHidden } from '@/shared/ui/VisuallyHidden'

const schema = z.object({ last_name: personName(), first_name: personName(), middle_name: middleName(), position: position(), phone: phone() })
type Profile = z.infer<typeof schema>

const storedOf = ({ version, last_name, first_name, middle_name, position, phone }: Me): Stored<Profile> => ({ version, values: { last_name, first_name, middle_name, position, phone } })

interface MyPageViewProps {
  me: Me
  /** Logged in at the company's identity provider. */
  saml: boolean
  /** All lists have been read, or cannot be read now. */
  complete: boolean
  /** Saves over a version. */
  onSave: (profile: ProfileChange, version: number) => Promise<Me>
  /** Reads the user again. */
  onRead: () => Promise<Me>
  onLanguage: (locale: Locale) => Promise<void>
  password: ReactNode
  factors: ReactNode
  passkeys: ReactNode
  sessions: ReactNode
  history: ReactNode
  devices: ReactNode
}

export function MyPageView({ me, saml, complete, onSave, onRead, onLanguage, password, factors, passkeys, sessions, history, devices }: MyPageViewProps) {
  const { t } = useTranslation()
  return (
    <>
      <PageHeader title={t('screens.myPage')} />
      <Grid container spacing={3}>
        <Grid size={{ xs: 12, md: 7 }}>
          <Stack spacing={3}>
            <Section title={t('user.profile')}>
              <Terms
                items={[
                  [t('user.email'), me.email],
                  [t('user.role'), t(`user.roles.${me.role.name}`)],
                  [t('user.departments'), me.departments.map(department => department.name).join(t('common.listSeparator'))],
                ]}
              />
              <ProfileForm me={me} onSave={onSave} onRead={onRead} />
            </Section>
            {complete ? (
              <>
                <Section title={t('user.sessionsTitle')} lead={t('user.sessionsLead')}>
                  {sessions}
                </Section>
                <Section title={t('user.signInsTitle')} lead={t('user.signInsLead')}>
                  {history}
                </Section>
              </>
            ) : (
              <LinearProgress aria-label={t('common.loading')} />
            )}
          </Stack>
        </Grid>
        {complete && (
          <Grid size={{ xs: 12, md: 5 }}>
            <Stack spacing={3}>
              <Section title={t('user.language')} lead={t('user.languageLead')}>
                <LanguageChoice onLanguage={onLanguage} />
              </Section>
              {saml && <Alert severity="info">{t('user.samlNote')}</Alert>}
              <Section title={t('user.passwordTitle')} lead={t('user.passwordLead')}>
                {password}
              </Section>
              <Section title={t('mfa.section.title')} lead={t('mfa.section.lead')}>
                {factors}
              </Section>
              <Section title={t('mfa.passkeys.title')} lead={t('mfa.passkeys.lead')}>
                {passkeys}
              </Section>
              <Section title={t('user.devicesTitle')} lead={t('user.devicesLead')}>
                {devices}
              </Section>
            </Stack>
          </Grid>
        )}
      </Grid>
    </>
  )
}

function ProfileForm({ me, onSave, onRead }: Pick<MyPageViewProps, 'me' | 'onSave' | 'onRead'>) {
  const { t } = useTranslation()
  const locale = useLocale()
  const stored = useMemo(() => storedOf(me), [me])
  const edit = useRecordForm<Profile>({
    part: 'profile',
    record: useFormRecord('profile', me.id),
    stored,
    schema,
    save: async (profile, version) => storedOf(await onSave(profile, version)),
    read: async () => storedOf(await onRead()),
  })
  const { control } = edit
  const last = <FormField key="last" control={control} name="last_name" label={t('user.lastName')} autoComplete="family-name" required />
  const first = <FormField key="first" control={control} name="first_name" label={t('user.firstName')} autoComplete="given-name" required />
  return (
    <Stack
      component="form"
      noValidate
      spacing={2.5}
      sx={{ mt: 3 }}
      onSubmit={edit.submit}
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
      <Button type="submit" variant="contained" disabled={!edit.dirty || edit.blocked} loading={edit.saving} sx={{ alignSelf: 'flex-start' }}>
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
      <FormLabel id={id} sx={visuallyHidden}>
        {t('user.language')}
      </FormLabel>
      <RadioGroup row aria-labelledby={id} value={locale} onChange={(_, value) => void onLanguage(value as Locale)}>
        <FormControlLabel value="ja-JP" control={<Radio />} label={t('user.japanese')} />
        <FormControlLabel value="en-US" control={<Radio />} label={t('user.english')} />
      </RadioGroup>
    </FormControl>
  )
}
