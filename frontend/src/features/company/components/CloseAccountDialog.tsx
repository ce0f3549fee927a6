import { Alert, Typography } from '@mui/material'
import { useMemo } from 'react'
import type { Company } from '@/shared/api/company'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { useRecordForm } from '@/shared/lib/recordForm'
import { required, z } from '@/shared/lib/validation'
import { FormDialog, dialogPart } from '@/shared/ui/FormDialog'
import { FormField } from '@/shared/ui/FormField'

interface CloseAccountDialogProps {
  company: Company
  onSubmit: (name: string, version: number) => Promise<void>
  onClose: () => void
}

/** Closes the account of the company: it cannot be undone, so the company's name is typed. */
export function CloseAccountDialog({ company, onSubmit, onClose }: CloseAccountDialogProps) {
  const { t } = useTranslation()
  const stored = useMemo(() => ({ version: company.version, values: { name: '' } }), [company.version])
  const schema = useMemo(() => z.object({ name: required().refine(name => name === company.name, 'validation.confirmName') }), [company.name])
  const edit = useRecordForm<{ name: string }>({ part: dialogPart, stored, schema, save: ({ name }, version) => onSubmit(name, version) })
  const label = t('company.name')
  return (
    <FormDialog title={t('company.close.question')} edit={edit} labels={{ name: label }} submitLabel={t('company.close.submit')} destructive width="sm" onClose={onClose}>
      <Alert severity="error">{t('company.close.warning')}</Alert>
      <Typography>{t('company.close.text')}</Typography>
      {/* A label would be cut on a narrow screen. */}
      <Typography sx={{ fontWeight: 600 }}>{t('company.close.confirm', { name: company.name })}</Typography>
      <FormField control={edit.control} name="name" label={label} required autoComplete="off" />
    </FormDialog>
  )
}
