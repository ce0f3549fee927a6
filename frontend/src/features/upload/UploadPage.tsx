import { useCompany } from '@/shared/api/company'
import { useDepartments } from '@/shared/api/departments'
import { useMe } from '@/shared/api/me'
import { can } from '@/shared/auth/permissions'
import { useLikeSheets } from '@/shared/api/revisions'
import { limits } from '@/shared/lib/limits'
import { uploadsBegun } from '@/shared/lib/background'
import { useKeptDepartments } from './keptDepartments'
import { UploadPageView } from './UploadPageView'
import { uploads, useUploads } from './uploads'

/** Registers PDFs as sheets. */
export function UploadPage() {
  const me = useMe()
  const company = useCompany()
  const items = useUploads()
  const departments = useDepartments()
  const registered = items.flatMap(({ sheetId }) => sheetId ?? []).slice(-limits.uploadFiles)
  const { data: likes } = useLikeSheets(registered)
  // Administrators register for all departments, editors for their own.
  const all = can(me, 'SDS_EDIT_OTHER_DEPARTMENT')
  const options = all ? (departments.data ?? []) : me.departments
  const { chosen, choose, drop } = useKeptDepartments()
  const first = options[0]
  const known = !all || departments.data !== undefined
  // A user with one department most likely registers for it. Departments that are gone by now are not chosen any more.
  const selected = chosen?.filter(one => !known || options.some(({ id }) => id === one)) ?? (!all && options.length === 1 && first ? [first.id] : [])
  // Editors register for a department of their own, unless the company is known to have none.
  const undivided = departments.data?.length === 0
  const rule = all ? 'any' : options.length > 0 ? 'own' : undivided ? 'none' : 'missing'
  return (
    <UploadPageView
      items={items}
      departments={options}
      rule={rule}
      selected={selected}
      remaining={company.remaining_file_number}
      likes={likes?.items}
      onSelect={choose}
      onAdd={files => void uploads.add(files, me.company_id)}
      onStart={() => {
        uploadsBegun()
        uploads.start({ companyId: me.company_id, departmentIds: [...selected] })
        drop()
      }}
      onRetry={ids => void uploads.retry(ids)}
      onAccept={id => uploads.accept([id])}
      onRemove={id => uploads.remove(id)}
      onClear={() => uploads.clearDone()}
    />
  )
}
