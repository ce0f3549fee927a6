import { MenuItem, Typography } from '@mui/material'
import { useMemo } from 'react'
import { useFormRecord } from '@/shared/api/me'
import type { NewProvisioningToken } from '@/shared/api/provisioning'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { type Stored, useRecordForm } from '@/shared/lib/recordForm'
import { tokenName, z } from '@/shared/lib/validation'
import { FormDialog, dialogPart } from '@/shared/ui/FormDialog'
import { FormField } from '@/shared/ui/FormField'

const lasts = ['none', '90', '180', '365'] as const
const schema = z.object({ name: tokenName(), expires_at: z.enum(lasts) })
type Token = z.infer<typeof schema>
const start: Stored<Token> = { version: 0, values: { name: '', expires_at: '365' } }

const day = 24 * 60 * 60 * 1000

/** Makes a token. */
export function MakeTokenDialog({ onSubmit, onClose }: { onSubmit: (token: NewProvisioningToken) => Promise<void>; onClose: () => void }) {
  const { t } = useTranslation()
  const stored = useMemo(() => start, [])
  const edit = useRecordForm<Token>({
    part: dialogPart,
    record: useFormRecord('provisioning-token'),
    stored,
    schema,
    unique: 'name',
    save: ({ name, expires_at: days }) => onSubmit({ name, ...(days !== 'none' && { expires_at: new Date(Date.now() + Number(days) * day).toISOString() }) }),
  })
  const labels = { name: t('scim.name'), expires_at: t('scim.expiresAt') }
  return (
    <FormDialog title={t('scim.makeTitle')} edit={edit} labels={labels} submitLabel={t('scim.makeSubmit')} onClose={onClose}>
      <Typography variant="body2">{t('scim.makeText')}</Typography>
      {/* Opening the dialog is asking for the name. */}
      {/* eslint-disable-next-line jsx-a11y/no-autofocus */}
      <FormField control={edit.control} name="name" label={labels.name} helperText={t('scim.nameHelp')} autoComplete="off" required autoFocus />
      <FormField control={edit.control} name="expires_at" label={labels.expires_at} select>
        {lasts.map(one => (
          <MenuItem key={one} value={one}>
            {t(`scim.lasts.${one}`)}
          </MenuItem>
        ))}
      </FormField>
    </FormDialog>
  )
}
