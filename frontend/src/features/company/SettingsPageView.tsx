import { Button, Paper, Stack, Typography } from '@mui/material'
import { useMemo } from 'react'
import type { Company, CompanySettings } from '@/shared/api/company'
import { useFormRecord } from '@/shared/api/me'
import { CompanySettings as rules } from '@/shared/api/rules'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { type Stored, useRecordForm } from '@/shared/lib/recordForm'
import { z } from '@/shared/lib/validation'
import { FormSelect, FormTicks } from '@/shared/ui/FormChoice'
import { FormConflicts } from '@/shared/ui/FormConflicts'
import { PageHeader } from '@/shared/ui/PageHeader'
import { copyFieldNames } from './copyFields'

const { minimum, maximum } = rules.sds_expiration_years
const hourChoices = rules.session_idle_hours.enum
const auditYears = rules.audit_retention_years
const ruleChoices = rules.second_factor_rule.enum
const graceChoices = rules.second_factor_grace_days.enum
const schema = z.object({
  sds_expiration_years: z.number().int().min(minimum).max(maximum),
  sds_revision_copy_fields: z.array(z.enum(copyFieldNames)),
  session_idle_hours: z.literal([...hourChoices]),
  second_factor_rule: z.enum(ruleChoices),
  second_factor_grace_days: z.literal([...graceChoices]),
  audit_retention_years: z.number().int().min(auditYears.minimum).max(auditYears.maximum),
})
type Settings = z.infer<typeof schema>

const storedOf = ({ version, sds_expiration_years, sds_revision_copy_fields, session_idle_hours, second_factor_rule, second_factor_grace_days, audit_retention_years }: Company): Stored<Settings> => ({
  version,
  values: {
    sds_expiration_years,
    sds_revision_copy_fields: copyFieldNames.filter(name => sds_revision_copy_fields.includes(name)),
    session_idle_hours,
    second_factor_rule,
    second_factor_grace_days,
    audit_retention_years,
  },
})

interface SettingsPageViewProps {
  company: Company
  /** Saves over a version. */
  onSave: (settings: CompanySettings, version: number) => Promise<Company>
  /** Reads the company again. */
  onRead: () => Promise<Company>
}

export function SettingsPageView({ company, onSave, onRead }: SettingsPageViewProps) {
  const { t } = useTranslation()
  const stored = useMemo(() => storedOf(company), [company])
  const edit = useRecordForm<Settings>({
    part: 'settings',
    record: useFormRecord('settings', company.id),
    stored,
    schema,
    save: async (settings, version) => storedOf(await onSave(settings, version)),
    read: async () => storedOf(await onRead()),
  })
  const hours = (count: number) => t('company.settings.hours', { count })
  const years = (count: number) => t('company.settings.years', { count })
  const days = (count: number) => t('company.settings.days', { count })
  const rule = (value: (typeof ruleChoices)[number]) => t(`company.settings.factorRule.${value}`)
  const saml = company.active_features.includes('saml')
  const texts: Partial<Record<string, (value: unknown) => string>> = {
    sds_expiration_years: value => years(Number(value)),
    session_idle_hours: value => hours(Number(value)),
    audit_retention_years: value => years(Number(value)),
    second_factor_rule: value => rule(value as Settings['second_factor_rule']),
    second_factor_grace_days: value => days(Number(value)),
  }
  return (
    <>
      <PageHeader title={t('screens.companySettings')} lead={t('company.settings.lead')} />
      <Paper variant="outlined" sx={{ maxWidth: 720, p: { xs: 2, sm: 3 } }}>
        <Stack component="form" noValidate spacing={4} onSubmit={edit.submit}>
          <FormSelect
            control={edit.control}
            name="sds_expiration_years"
            label={t('company.settings.expiration')}
            helperText={t('company.settings.expirationHelp')}
            options={Array.from({ length: maximum - minimum + 1 }, (_, i) => ({ value: minimum + i, label: years(minimum + i) }))}
            sx={{ maxWidth: 480 }}
          />
          <FormTicks
            control={edit.control}
            name="sds_revision_copy_fields"
            label={t('company.settings.copy')}
            helperText={t('company.settings.copyHelp')}
            options={copyFieldNames.map(name => ({ value: name, label: t(`company.settings.field.${name}`) }))}
          />
          <FormSelect
            control={edit.control}
            name="session_idle_hours"
            label={t('company.settings.idle')}
            helperText={t('company.settings.idleHelp')}
            options={hourChoices.map(value => ({ value, label: hours(value) }))}
            sx={{ maxWidth: 480 }}
          />
          {saml && (
            <div>
              <Typography sx={{ fontWeight: 600, fontSize: 'dense' }}>{t('company.settings.factors')}</Typography>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {t('company.settings.factorsSaml')}
              </Typography>
            </div>
          )}
          {!saml && (
            <FormSelect
              control={edit.control}
              name="second_factor_rule"
              label={t('company.settings.factors')}
              helperText={t('company.settings.factorsHelp')}
              options={ruleChoices.map(value => ({ value, label: rule(value) }))}
              sx={{ maxWidth: 480 }}
            />
          )}
          {!saml && (
            <FormSelect
              control={edit.control}
              name="second_factor_grace_days"
              label={t('company.settings.grace')}
              helperText={t('company.settings.graceHelp')}
              options={graceChoices.map(value => ({ value, label: days(value) }))}
              sx={{ maxWidth: 480 }}
            />
          )}
          <FormSelect
            control={edit.control}
            name="audit_retention_years"
            label={t('company.settings.audit')}
            helperText={t('company.settings.auditHelp')}
            options={Array.from({ length: auditYears.maximum - auditYears.minimum + 1 }, (_, i) => ({ value: auditYears.minimum + i, label: years(auditYears.minimum + i) }))}
            sx={{ maxWidth: 480 }}
          />
          <FormConflicts
            edit={edit}
            labels={{
              sds_expiration_years: t('company.settings.expiration'),
              sds_revision_copy_fields: t('company.settings.copy'),
              session_idle_hours: t('company.settings.idle'),
              second_factor_rule: t('company.settings.factors'),
              second_factor_grace_days: t('company.settings.grace'),
              audit_retention_years: t('company.settings.audit'),
            }}
            text={(value, name) => texts[name]?.(value) ?? String(value)}
          />
          <Button type="submit" variant="contained" disabled={!edit.dirty || edit.blocked} loading={edit.saving} sx={{ alignSelf: 'flex-start' }}>
            {t('common.save')}
          </Button>
        </Stack>
      </Paper>
    </>
  )
}
