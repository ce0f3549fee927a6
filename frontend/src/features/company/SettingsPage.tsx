import { useMemo } from 'react'
import { useCompany, useUpdateSettings } from '@/shared/api/company'
import { notify } from '@/shared/ui/notify'
import { SettingsPageView } from './SettingsPageView'

export function SettingsPage() {
  const company = useCompany()
  const stored = useMemo(() => ({ version: company.version, values: { years: company.sds_expiration_years, copyFields: [...company.sds_revision_copy_fields] } }), [company])
  const update = useUpdateSettings()
  return (
    <SettingsPageView
      stored={stored}
      onSave={async (version, { years, copyFields }) => {
        try {
          await update.mutateAsync({ id: company.id, version, settings: { sds_expiration_years: years, sds_revision_copy_fields: copyFields } })
        } catch {
          return false
        }
        notify({ key: 'messages.settingsUpdated', color: 'success' })
        return true
      }}
    />
  )
}
