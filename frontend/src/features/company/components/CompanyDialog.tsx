import { zodResolver } from '@hookform/resolvers/zod'
import { Button, Dialog, DialogActions, DialogContent, DialogTitle, Stack } from '@mui/material'
import { useId, useMemo } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { Company } from '@/shared/api/company'
import { useSaveOnLeave } from '@/shared/lib/formGuard'
import { applyServerErrors } from '@/shared/lib/serverErrors'
import { companyName, phone, z } from '@/shared/lib/validation'
import { askToClose } from '@/shared/lib/unsaved'
import { useVersionedForm } from '@/shared/lib/versionedForm'
import { FormConflicts } from '@/shared/ui/FormConflicts'
import { FormField } from '@/shared/ui/FormField'

const schema = z.object({ name: companyName(), phone: phone() })
type CompanyForm = z.infer<typeof schema>

/** Saves the company's name and telephone number over a version; returns whether they were saved. */
export type SaveCompany = (version: number, change: CompanyForm, mapErrors: (error: unknown) => boolean) => Promise<boolean>

export function CompanyDialog({ company, onSave, onClose }: { company: Company; onSave: SaveCompany; onClose: () => void }) {
  const { t } = useTranslation()
  const titleId = useId()
  const stored = useMemo(() => ({ version: company.version, values: { name: company.name, phone: company.phone } }), [company])
  const form = useForm<CompanyForm>({ resolver: zodResolver(schema), defaultValues: stored.values })
  const { control, setError, formState } = form
  const edit = useVersionedForm(form, stored)
  const undecided = edit.conflicts.length > 0
  const save = (change: CompanyForm) => onSave(edit.version, change, error => applyServerErrors(error, setError, ['name', 'phone']))
  const submit = useSaveOnLeave('dialog', form, save, undecided, onClose)
  const close = () => void askToClose('dialog').then(leave => (leave ? onClose() : undefined))
  return (
    <Dialog open onClose={formState.isSubmitting ? undefined : close} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <form noValidate onSubmit={submit}>
        <DialogTitle id={titleId}>{t('company.editTitle')}</DialogTitle>
        <DialogContent>
          <Stack spacing={2.5} sx={{ mt: 1 }}>
            <FormConflicts edit={edit} labels={{ name: t('company.name'), phone: t('company.phone') }} />
            <FormField control={control} name="name" label={t('company.name')} autoComplete="organization" required />
            <FormField control={control} name="phone" type="tel" label={t('company.phone')} autoComplete="tel" />
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button variant="outlined" color="cancel" onClick={close} disabled={formState.isSubmitting}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={formState.isSubmitting} disabled={undecided}>
            {t('common.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
