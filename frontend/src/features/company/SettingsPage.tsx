import { useCompany, useUpdateSettings } from '@/shared/api/company'
import { notify } from '@/shared/ui/notify'
import { SettingsPageView } from './SettingsPageView'

export function SettingsPage() {
  const company = useCompany()
  const update = useUpdateSettings(company)
  return (
    <SettingsPageView
      // A new version of the record begins a new form.
      key={company.version}
      years={company.sds_expiration_years}
      copyFields={company.sds_revision_copy_fields}
      onSave={async ({ years, copyFields }) => {
        try {
          await update.mutateAsync({ sds_expiration_years: years, sds_revision_copy_fields: copyFields })
        } catch {
          return
        }
        notify({ key: 'messages.settingsUpdated', color: 'success' })
      }}
    />
  )
}
