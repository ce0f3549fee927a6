import { zodResolver } from '@hookform/resolvers/zod'
import { Button, Link, Stack } from '@mui/material'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link as RouterLink, useSearchParams } from 'react-router'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { loadChunk } from '@/shared/lib/chunks'
import { paths, withQuery } from '@/shared/lib/paths'
import { email, z } from '@/shared/lib/validation'
import { FormAlert } from '@/shared/ui/FormAlert'
import { FormCard } from '@/shared/ui/FormCard'
import { FormField } from '@/shared/ui/FormField'
import { domainOf } from './lib/domain'
import { storePending } from './lib/pending'

const schema = z.object({ email: email() })

/** Asks for the e-mail address, whose domain names the identity provider, and leaves for it. */
export function SamlLoginPage() {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const [failed, setFailed] = useState(false)
  const redirect = search.get('redirect')
  const { control, handleSubmit, formState } = useForm({ resolver: zodResolver(schema), defaultValues: { email: search.get('email') ?? '' } })
  const leave = async ({ email }: z.infer<typeof schema>) => {
    setFailed(false)
    const domain = domainOf(email)
    storePending({ domain, redirect, again: false })
    try {
      const { leaveForProvider } = await loadChunk(() => import('@/shared/auth/hosted'))
      await leaveForProvider(domain)
    } catch {
      setFailed(true)
    }
  }
  return (
    <FormCard title={t('screens.samlLogin')} lead={t('saml.login.lead')}>
      <Stack component="form" noValidate spacing={2.5} onSubmit={handleSubmit(leave)}>
        {failed && <FormAlert>{t('errors.network')}</FormAlert>}
        <FormField control={control} name="email" type="email" label={t('auth.email')} autoComplete="username" required />
        <Button type="submit" variant="contained" size="large" loading={formState.isSubmitting || (formState.isSubmitSuccessful && !failed)}>
          {t('saml.login.submit')}
        </Button>
        <Link component={RouterLink} to={withQuery(paths.login, { redirect: redirect ?? undefined })} variant="body2" sx={{ alignSelf: 'center' }}>
          {t('saml.login.withPassword')}
        </Link>
      </Stack>
    </FormCard>
  )
}
