import { useMemo } from 'react'
import type { Company } from '@/shared/api/company'
import { useFormRecord } from '@/shared/api/me'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { type Stored, useRecordForm } from '@/shared/lib/recordForm'
import { companyName, phone, z } from '@/shared/lib/validation'
import { FormDialog, dialogPart } from '@/shared/ui/FormDialog'
import { FormField } from '@/shared/ui/FormField'

const schema = z.object({ name: companyName(), phone: phone() })
type CompanyForm = z.infer<typeof schema>

const storedOf = ({ version, name, phone }: Company): Stored<CompanyForm> => ({ version, values: { name, phone } })

export interface CompanyEdit {
  /** Saves the company's name and telephone number over a version. */
  onSave: (change: CompanyForm, version: number) => Promise<Company>
  /** Reads the company again. */
  onRead: () => Promise<Company>
}

export function CompanyDialog({ company, onSave, onRead, onClose }: { company: Company; onClose: () => void } & CompanyEdit) {
  const { t } = useTranslation()
  const stored = useMemo(() => storedOf(company), [company])
  const edit = useRecordForm<CompanyForm>({
    part: dialogPart,
    record: useFormRecord('company', company.id),
    stored,
    schema,
    save: async (change, version) => storedOf(await onSave(change, version)),
    read: async () => storedOf(await onRead()),
    onDone: onClose,
  })
  const labels = { name: t('company.name'), phone: t('company.phone') }
  return (
    <FormDialog title={t('company.editTitle')} edit={edit} labels={labels} onClose={onClose}>
      <FormField control={edit.control} name="name" label={labels.name} autoComplete="organization" required />
      <FormField control={edit.control} name="phone" type="tel" label={labels.phone} autoComplete="tel" />
    </FormDialog>
  )
}
