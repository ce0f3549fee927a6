import { zodResolver } from '@hookform/resolvers/zod'
import { Button, Dialog, DialogActions, DialogContent, DialogTitle, Stack } from '@mui/material'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { Company } from '@/shared/api/company'
import { applyServerErrors } from '@/shared/lib/serverErrors'
import { companyName, phone, z } from '@/shared/lib/validation'
import { FormField } from '@/shared/ui/FormField'

const schema = z.object({ name: companyName(), phone: phone() })
type CompanyForm = z.infer<typeof schema>

/** Saves the company's name and telephone number; answers whether they are saved. */
export type SaveCompany = (change: CompanyForm, mapErrors: (error: unknown) => boolean) => Promise<boolean>

export function CompanyDialog({ company, onSave, onClose }: { company: Company; onSave: SaveCompany; onClose: () => void }) {
  const { t } = useTranslation()
  const titleId = useId()
  const { control, handleSubmit, setError, formState } = useForm<CompanyForm>({
    resolver: zodResolver(schema),
    defaultValues: { name: company.name, phone: company.phone },
  })
  const submit = async (form: CompanyForm) => {
    if (await onSave(form, error => applyServerErrors(error, setError, ['name', 'phone']))) onClose()
  }
  return (
    <Dialog open onClose={formState.isSubmitting ? undefined : onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <form noValidate onSubmit={handleSubmit(submit)}>
        <DialogTitle id={titleId}>{t('company.editTitle')}</DialogTitle>
        <DialogContent>
          <Stack spacing={2.5} sx={{ mt: 1 }}>
            <FormField control={control} name="name" label={t('company.name')} autoComplete="organization" required />
            <FormField control={control} name="phone" type="tel" label={t('company.phone')} autoComplete="tel" />
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button variant="outlined" color="cancel" onClick={onClose} disabled={formState.isSubmitting}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={formState.isSubmitting}>
            {t('common.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
