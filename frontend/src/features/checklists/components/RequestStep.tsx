import { Alert, Stack, TextField } from '@mui/material'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { useTooLong } from '@/shared/ui/useTooLong'
import { type Draft, type DraftText, requestRules } from '../lib/draft'

/** The request for a checklist to the provider. */
export function RequestStep({ draft, onChange, missing }: { draft: Draft; onChange: (patch: Partial<Draft>) => void; missing: boolean }) {
  const { t } = useTranslation()
  const tooLong = useTooLong()
  const field = (name: DraftText, { rows, help }: { rows?: number; help?: string } = {}) => {
    const rule: { required?: boolean; maxLength: number } = requestRules[name]
    const fault = tooLong(draft[name], rule) ?? (missing && rule.required && draft[name].trim() === '' ? t('validation.required') : undefined)
    return (
      <TextField
        label={t(`checklists.request.${name}`)}
        value={draft[name]}
        required={rule.required}
        error={fault !== undefined}
        helperText={fault ?? help}
        onChange={event => onChange({ [name]: event.target.value })}
        multiline={rows !== undefined}
        minRows={rows}
        fullWidth
      />
    )
  }
  return (
    <Stack sx={{ gap: 2, maxWidth: 720 }}>
      <Alert severity="info">{t('checklists.request.days')}</Alert>
      {field('title')}
      {field('companyName')}
      {field('requestText', { rows: 5, help: t('checklists.request.textHelp') })}
      {field('description', { rows: 3 })}
    </Stack>
  )
}
