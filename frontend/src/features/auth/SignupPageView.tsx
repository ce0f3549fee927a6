import { zodResolver } from '@hookform/resolvers/zod'
import { Box, Button, Checkbox, FormControl, FormControlLabel, FormHelperText, Link, Stack, Typography } from '@mui/material'
import { useController, useForm } from 'react-hook-form'
import { Link as RouterLink } from 'react-router'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { paths } from '@/shared/lib/paths'
import { applyServerErrors } from '@/shared/lib/serverErrors'
import { companyEmail, companyName, personName, phone, z } from '@/shared/lib/validation'
import { FormAlert } from '@/shared/ui/FormAlert'
import { FormCard } from '@/shared/ui/FormCard'
import { FormField, useFieldErrorText } from '@/shared/ui/FormField'
import { useKept, useTypedBefore } from './keptSignup'

const schema = z.object({
  companyName: companyName(),
  lastName: personName(),
  firstName: personName(),
  email: companyEmail(),
  phone: phone(),
  agreed: z.boolean().refine(agreed => agreed, 'validation.agree'),
})
type SignupForm = z.infer<typeof schema>

const start: SignupForm = { companyName: '', lastName: '', firstName: '', email: '', phone: '', agreed: false }

const fields = ['email', 'phone'] as const
const names = { company_name: 'companyName', last_name: 'lastName', first_name: 'firstName' } as const

/** Sends the form and returns whether it was accepted; `mapErrors` shows a failure at its fields and reports whether there were any. */
export type SubmitSignup = (form: SignupForm, mapErrors: (error: unknown) => boolean) => Promise<boolean>

export function SignupPageView({ failed, onSubmit }: { failed: boolean; onSubmit: SubmitSignup }) {
  const { t, locale } = useTranslation()
  const form = useForm<SignupForm>({ resolver: zodResolver(schema), defaultValues: useTypedBefore(start) })
  const { control, handleSubmit, setError, formState } = form
  const drop = useKept(form)
  const submit = async (values: SignupForm) => {
    if (await onSubmit(values, error => applyServerErrors(error, setError, fields, names))) drop()
  }
  const lastName = <FormField key="last" control={control} name="lastName" label={t('auth.signup.lastName')} autoComplete="family-name" required />
  const firstName = <FormField key="first" control={control} name="firstName" label={t('auth.signup.firstName')} autoComplete="given-name" required />
  return (
    <FormCard title={t('screens.signup')} lead={t('auth.signup.lead')} width={520}>
      <Stack component="form" noValidate spacing={2.5} onSubmit={handleSubmit(submit)}>
        {failed && <FormAlert>{t('auth.signup.failed')}</FormAlert>}
        <FormField control={control} name="companyName" label={t('auth.signup.companyName')} autoComplete="organization" required />
        <Stack direction={{ xs: 'column', sm: 'row' }} spacing={2.5}>
          {locale === 'ja-JP' ? [lastName, firstName] : [firstName, lastName]}
        </Stack>
        <FormField
          control={control}
          name="email"
          type="email"
          label={t('auth.email')}
          helperText={t('auth.signup.emailHint')}
          autoComplete="email"
          required
        />
        <FormField control={control} name="phone" type="tel" label={t('auth.signup.phone')} autoComplete="tel" />
        <Agreement control={control} />
        <Button type="submit" variant="contained" size="large" loading={formState.isSubmitting}>
          {t('auth.signup.submit')}
        </Button>
        <Stack direction="row" spacing={1} sx={{ justifyContent: 'center' }}>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t('auth.signup.haveAccount')}
          </Typography>
          <Link component={RouterLink} to={paths.login} variant="body2">
            {t('screens.login')}
          </Link>
        </Stack>
      </Stack>
    </FormCard>
  )
}

function Agreement({ control }: { control: ReturnType<typeof useForm<SignupForm>>['control'] }) {
  const { t } = useTranslation()
  const { field, fieldState } = useController({ control, name: 'agreed' })
  const error = useFieldErrorText(fieldState.error)
  return (
    <FormControl error={Boolean(error)}>
      <FormControlLabel
        label={t('auth.signup.agree')}
        control={
          <Checkbox
            checked={field.value}
            onChange={field.onChange}
            onBlur={field.onBlur}
            slotProps={{ input: { ref: field.ref, 'aria-describedby': 'agreement-help', 'aria-invalid': Boolean(error) } }}
          />
        }
      />
      <Box id="agreement-help" sx={{ pl: 4 }}>
        <Stack direction="row" spacing={2}>
          <Link href={`#${paths.terms}`} target="_blank" variant="body2">
            {t('screens.terms')}
          </Link>
          <Link href={`#${paths.privacyPolicy}`} target="_blank" variant="body2">
            {t('screens.privacyPolicy')}
          </Link>
        </Stack>
        {error && <FormHelperText sx={{ mx: 0 }}>{error}</FormHelperText>}
      </Box>
    </FormControl>
  )
}
