import { Paper, Typography } from '@mui/material'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { PageHeader } from '@/shared/ui/PageHeader'

/** A legal text: numbered sections below `public.<name>.sections`. */
export function LegalText({ name }: { name: 'privacy' | 'terms' }) {
  const { t } = useTranslation()
  const sections = Object.entries(t(`public.${name}.sections`, { returnObjects: true }) as Record<string, { title: string; text: string }>)
  return (
    <Paper variant="outlined" sx={{ maxWidth: 800, mx: 'auto', p: { xs: 3, md: 5 } }}>
      <PageHeader title={t(`public.${name}.title`)} />
      {sections.map(([number, section]) => (
        <section key={number}>
          <Typography variant="h2" sx={{ mt: 3, mb: 1 }}>
            {section.title}
          </Typography>
          <Typography sx={{ lineHeight: 1.9 }}>{section.text}</Typography>
        </section>
      ))}
    </Paper>
  )
}
