import { Alert, Stack, TextField } from '@mui/material'
import { ChecklistRequest } from '@/shared/api/rules'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { useTooLong } from '@/shared/ui/useTooLong'
import type { Draft } from '../lib/draft'

/** The request for a checklist to the provider. */
export function RequestStep({ draft, onChange, missing }: { draft: Draft; onChange: (patch: Partial<Draft>) => void; missing: boolean }) {
  const { t } = useTranslation()
  const tooLong = useTooLong()
  const field = (name: 'title' | 'companyName' | 'requestText' | 'description', rest: { required?: boolean; rows?: number; maxLength: number; help?: string }) => {
    const fault = tooLong(draft[name].trim(), rest) ?? (missing && rest.required && draft[name].trim() === '' ? t('validation.required') : undefined)
    return (
      <TextField
        label={t(`checklists.request.${name}`)}
        value={draft[name]}
        required={rest.required}
        error={fault !== undefined}
        helperText={fault ?? rest.help}
        onChange={event => onChange({ [name]: event.target.value })}
        multiline={rest.rows !== undefined}
        minRows={rest.rows}
        fullWidth
      />
    )
  }
  return (
    <Stack sx={{ gap: 2, maxWidth: 720 }}>
      <Alert severity="info">{t('checklists.request.days')}</Alert>
      {field('title', ChecklistRequest.title)}
      {field('companyName', ChecklistRequest.company_name)}
      {field('requestText', { ...ChecklistRequest.law_regulation_text, rows: 5, help: t('checklists.request.textHelp') })}
      {field('description', { ...ChecklistRequest.description, rows: 3 })}
    </Stack>
  )
}
