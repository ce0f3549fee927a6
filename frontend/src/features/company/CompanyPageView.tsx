import { Box, Button, Chip, LinearProgress, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import type { Company } from '@/shared/api/company'
import { useLocale } from '@/shared/i18n/useLocale'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { formatDate, formatNumber } from '@/shared/lib/format'
import { EditIcon } from '@/shared/ui/icons/icons'
import { PageHeader } from '@/shared/ui/PageHeader'
import { Section } from '@/shared/ui/Section'
import { Terms } from '@/shared/ui/Terms'
import { CloseAccountDialog } from './components/CloseAccountDialog'
import { CompanyDialog, type CompanyEdit } from './components/CompanyDialog'
import { planName } from './planName'

interface CompanyPageViewProps extends CompanyEdit {
  company: Company
  mayEdit: boolean
  mayClose: boolean
  /** Closes the account over a version, confirmed by the company's name. */
  onCloseAccount: (name: string, version: number) => Promise<void>
}

/** On a narrow screen closing the account comes last. */
const areas = {
  display: 'grid',
  gap: 3,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
  gridTemplateRows: { md: 'auto 1fr' },
  gridTemplateAreas: { xs: '"info" "plan" "close"', md: '"info plan" "close plan"' },
} as const

export function CompanyPageView({ company, mayEdit, mayClose, onSave, onRead, onCloseAccount }: CompanyPageViewProps) {
  const { t } = useTranslation()
  const locale = useLocale()
  const [open, setOpen] = useState<'edit' | 'close' | null>(null)
  const shut = () => setOpen(null)
  const { plan } = company
  const price =
    plan.monthly_yen === undefined
      ? undefined
      : plan.monthly_yen === 0
        ? t('company.priceFree')
        : t('company.yen', { amount: formatNumber(plan.monthly_yen, locale) })
  return (
    <>
      <PageHeader title={t('screens.company')} />
      <Box sx={areas}>
        <Box sx={{ gridArea: 'info' }}>
          <Section
            title={t('company.info')}
            action={
              mayEdit && (
                <Button size="small" startIcon={<EditIcon />} onClick={() => setOpen('edit')}>
                  {t('common.edit')}
                </Button>
              )
            }
          >
            <Terms
              items={[
                [t('company.name'), company.name],
                [t('company.phone'), company.phone],
              ]}
            />
          </Section>
        </Box>
        <Box sx={{ gridArea: 'plan' }}>
          <Section title={t('company.plan')}>
            <Terms
              items={[
                [t('company.planName'), planName(plan, t, locale)],
                [t('company.price'), price],
                [t('company.usage'), <Usage key="usage" company={company} />],
                [t('company.attachments'), t('company.attachmentsOf', { limit: formatNumber(company.attachment_limit_id, locale) })],
                ...([
                  ['company.subscribedAt', company.subscribed_at],
                  ['company.renewedAt', company.renewed_at],
                  ['company.nextPaidAt', company.next_paid_at],
                ] as const)
                  .filter(([, moment]) => moment)
                  .map(([key, moment]) => [t(key), formatDate(moment, locale)] as const),
              ]}
            />
            <Typography variant="h3" sx={{ mt: 3, mb: 1 }}>
              {t('company.features')}
            </Typography>
            {company.active_features.length === 0 ? (
              <Typography sx={{ color: 'text.secondary' }}>{t('company.noFeatures')}</Typography>
            ) : (
              <Stack direction="row" useFlexGap spacing={1} sx={{ flexWrap: 'wrap' }}>
                {company.active_features.map(feature => (
                  <Chip key={feature} color="secondary" label={t(`plan.feature.${feature}`)} />
                ))}
              </Stack>
            )}
          </Section>
        </Box>
        {mayClose && (
          <Box sx={{ gridArea: 'close' }}>
            <Section title={t('company.close.title')} lead={t('company.close.lead')}>
              <Button variant="outlined" color="error" onClick={() => setOpen('close')}>
                {t('company.close.open')}
              </Button>
            </Section>
          </Box>
        )}
      </Box>
      {open === 'edit' && <CompanyDialog company={company} onSave={onSave} onRead={onRead} onClose={shut} />}
      {open === 'close' && <CloseAccountDialog company={company} onSubmit={onCloseAccount} onClose={shut} />}
    </>
  )
}

function Usage({ company }: { company: Company }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const used = company.uploaded_file_number
  const limit = company.plan.max_uploads
  if (limit === undefined) return t('company.usageUnlimited', { used: formatNumber(used, locale) })
  const full = used >= limit
  return (
    <Stack spacing={0.5}>
      <span>{t('company.usageOf', { used: formatNumber(used, locale), limit: formatNumber(limit, locale) })}</span>
      <LinearProgress
        variant="determinate"
        aria-label={t('company.usage')}
        value={Math.min(100, limit === 0 ? 100 : (used / limit) * 100)}
        color={full ? 'error' : 'primary'}
        sx={{ height: 8, borderRadius: 4 }}
      />
      {full && (
        <Typography variant="body2" sx={{ color: 'error.dark' }}>
          {t('company.usageFull')}
        </Typography>
      )}
    </Stack>
  )
}
