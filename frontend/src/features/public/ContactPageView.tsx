import { Alert, Button, Link, Stack, Typography } from '@mui/material'
import { Inquiry as rules } from '@/shared/api/rules'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { visitor } from '@/shared/lib/drafts'
import { paths } from '@/shared/lib/paths'
import { type Stored, useRecordForm } from '@/shared/lib/recordForm'
import { companyName, email, line, phone, text, z } from '@/shared/lib/validation'
import { FormCard } from '@/shared/ui/FormCard'
import { FormConflicts } from '@/shared/ui/FormConflicts'
import { FormField } from '@/shared/ui/FormField'
import type { Inquiry } from './api/inquiry'

const schema = z.object({ company_name: companyName(), name: line(text(rules.name)), email: email(), phone: phone(), message: text(rules.message) })
type ContactForm = z.infer<typeof schema>
const start: Stored<ContactForm> = { version: 0, values: { company_name: '', name: '', email: '', phone: '', message: '' } }

const record = { owner: visitor, name: 'contact' }

/** The contact form; once it is sent, its reference. */
export function ContactPageView({ reference, onSubmit }: { reference: string | null; onSubmit: (inquiry: Inquiry) => Promise<void> }) {
  const { t } = useTranslation()
  const edit = useRecordForm<ContactForm>({ part: 'contact', record, stored: start, schema, save: onSubmit })
  const labels = { company_name: t('contact.company'), name: t('contact.name'), email: t('contact.email'), phone: t('contact.phone'), message: t('contact.message') }
  if (reference) {
    return (
      <FormCard title={t('contact.sent')} lead={t('contact.sentText')} width={560}>
        <Typography>
          {t('contact.reference')} <strong>{reference}</strong>
        </Typography>
      </FormCard>
    )
  }
  return (
    <FormCard title={t('screens.contact')} lead={t('contact.lead')} width={560}>
      <Stack component="form" noValidate spacing={2.5} onSubmit={edit.submit}>
        <FormField control={edit.control} name="company_name" label={labels.company_name} autoComplete="organization" required />
        <FormField control={edit.control} name="name" label={labels.name} autoComplete="name" required />
        <FormField control={edit.control} name="email" type="email" label={labels.email} autoComplete="email" required />
        <FormField control={edit.control} name="phone" type="tel" label={labels.phone} autoComplete="tel" />
        <FormField control={edit.control} name="message" label={labels.message} multiline minRows={5} maxRows={16} required />
        <Typography variant="body2" color="textSecondary">
          {t('contact.privacy')}{' '}
          <Link href={`#${paths.privacyPolicy}`} target="_blank">
            {t('screens.privacyPolicy')}
          </Link>
        </Typography>
        <FormConflicts edit={edit} labels={labels} />
        <Button type="submit" variant="contained" size="large" loading={edit.saving}>
          {t('contact.submit')}
        </Button>
        <Alert severity="info" icon={false}>
          {t('contact.when')}
        </Alert>
      </Stack>
    </FormCard>
  )
}
