import { useCompany, useUpdateCompany } from '@/shared/api/company'
import { useMe } from '@/shared/api/me'
import { can } from '@/shared/auth/permissions'
import { notify } from '@/shared/ui/notify'
import { CompanyPageView } from './CompanyPageView'

export function CompanyPage() {
  const company = useCompany()
  const update = useUpdateCompany()
  return (
    <CompanyPageView
      company={company}
      mayEdit={can(useMe(), 'COMPANY_EDIT')}
      onSave={async (version, change, mapErrors) => {
        try {
          await update.mutateAsync({ id: company.id, version, change })
        } catch (error) {
          mapErrors(error)
          return false
        }
        notify({ key: 'messages.companyUpdated', color: 'success' })
        return true
      }}
    />
  )
}
