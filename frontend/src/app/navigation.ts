import type { ComponentType } from 'react'
import type { SvgIconProps } from '@mui/material'
import { type Permission, type Permitted, can } from '@/shared/auth/permissions'
import { paths } from '@/shared/lib/paths'
import {
  CheckIcon,
  CompanyIcon,
  DepartmentIcon,
  HistoryIcon,
  ListIcon,
  SettingsIcon,
  TagIcon,
  UploadIcon,
  UserIcon,
  WarningIcon,
} from '@/shared/ui/icons/icons'

/** A navigation target: the message key of its name, and the permissions it needs. */
export interface Destination {
  path: string
  key: string
  icon: ComponentType<SvgIconProps>
  /** Any of these; omitted if open to all. */
  permissions?: readonly Permission[]
}

/** The app bar. */
export const sections: readonly Destination[] = [
  { path: paths.sdsList, key: 'shell.sdsList', icon: ListIcon },
  { path: paths.sdsUpload, key: 'shell.sdsUpload', icon: UploadIcon, permissions: ['SDS_UPLOAD'] },
  { path: paths.sdsErrors, key: 'shell.sdsIncomplete', icon: WarningIcon },
  { path: paths.checklists, key: 'shell.checklists', icon: CheckIcon, permissions: ['CHECK_LIST_READ'] },
]

/** The menu of the logged-in user. */
export const menu: readonly Destination[] = [
  { path: paths.company, key: 'shell.company', icon: CompanyIcon },
  { path: paths.companySettings, key: 'shell.settings', icon: SettingsIcon, permissions: ['COMPANY_EDIT'] },
  { path: paths.departments, key: 'shell.departments', icon: DepartmentIcon, permissions: ['DEPARTMENT_CREATE', 'DEPARTMENT_EDIT', 'DEPARTMENT_DELETE'] },
  { path: paths.tags, key: 'shell.tags', icon: TagIcon, permissions: ['TAG_CREATE', 'TAG_EDIT', 'TAG_DELETE'] },
  { path: paths.jobs, key: 'shell.jobs', icon: HistoryIcon },
  { path: paths.myPage, key: 'shell.myPage', icon: UserIcon },
]

export function allowed(destinations: readonly Destination[], who: Permitted): readonly Destination[] {
  return destinations.filter(({ permissions }) => !permissions || permissions.some(permission => can(who, permission)))
}
