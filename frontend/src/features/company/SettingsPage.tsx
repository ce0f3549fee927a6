import { type Company, readCompany, useCompany, useUpdateSettings } from '@/shared/api/company'
import { notify } from '@/shared/ui/notify'
import { SettingsPageView } from './SettingsPageView'

export function SettingsPage() {
  const company: Company = useCompany()
  const update = useUpdateSettings()
  return (
    <SettingsPageView
      company={company}
      onSave={async (settings, version) => {
        const saved = await update.mutateAsync({ id: company.id, version, settings })
        notify({ key: 'messages.settingsUpdated', color: 'success' })
        return saved
      }}
      onRead={() => readCompany(company.id)}
    />
  )
}
