import { readCompany, useCloseCompany, useCompany, useUpdateCompany } from '@/shared/api/company'
import { useMe } from '@/shared/api/me'
import { endSession } from '@/shared/auth/end'
import { can } from '@/shared/auth/permissions'
import { page } from '@/shared/lib/browser'
import { paths } from '@/shared/lib/paths'
import { notify } from '@/shared/ui/notify'
import { CompanyPageView } from './CompanyPageView'

export function CompanyPage() {
  const me = useMe()
  const company = useCompany()
  const update = useUpdateCompany()
  const close = useCloseCompany()
  return (
    <CompanyPageView
      company={company}
      mayEdit={can(me, 'COMPANY_EDIT')}
      mayClose={can(me, 'COMPANY_DELETE')}
      onSave={async (change, version) => {
        const saved = await update.mutateAsync({ id: company.id, version, change })
        notify({ key: 'messages.companyUpdated', color: 'success' })
        return saved
      }}
      onRead={() => readCompany(company.id)}
      onCloseAccount={async (name, version) => {
        await close.mutateAsync({ id: company.id, version, name })
        page.setRoute(paths.unregister)
        await endSession('logout')
      }}
    />
  )
}
