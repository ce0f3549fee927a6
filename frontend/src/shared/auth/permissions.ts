/** The permissions of roles (specification, section 6). The server enforces them; this only decides what is shown. */
export type Permission =
  | 'ALL_PRIVILEGES'
  | 'COMPANY_EDIT'
  | 'COMPANY_DELETE'
  | 'SDS_UPLOAD'
  | 'SDS_READ'
  | 'SDS_EDIT_OWN_DEPARTMENT'
  | 'SDS_EDIT_OTHER_DEPARTMENT'
  | 'SDS_DELETE'
  | 'SDS_EXPORT'
  | 'SDS_DOWNLOAD'
  | 'SDS_REQUEST_OWN_DEPARTMENT'
  | 'SDS_REQUEST_OTHER_DEPARTMENT'
  | 'CHECK_LIST_READ'
  | 'CHECK_LIST_REQUEST'
  | 'CHECK_LIST_EXPORT'
  | 'CHECK_LIST_CREATE'
  | 'CHECK_LIST_DELETE'
  | 'CHECK_LIST_EDIT'
  | 'CREATE_SIMPLE_DOWNLOAD'
  | 'TAG_CREATE'
  | 'TAG_EDIT'
  | 'TAG_DELETE'
  | 'DEPARTMENT_CREATE'
  | 'DEPARTMENT_EDIT'
  | 'DEPARTMENT_DELETE'
  | 'USER_EDIT'
  | 'USER_INVITE'
  | 'USER_DELETE'
  | 'USER_READ_2FA_INFO'
  | 'USER_READ_LOGIN_AT'
  | 'ALLOWED_IP_ADDRESS_CREATE'
  | 'ALLOWED_IP_ADDRESS_DELETE'

/** A user with role and permissions. */
export interface Permitted {
  role: { permissions: readonly string[] }
}

export function can(who: Permitted, permission: Permission): boolean {
  return who.role.permissions.includes('ALL_PRIVILEGES') || who.role.permissions.includes(permission)
}

/** Whether some sheets may be edited. */
export const canEditSheets = (who: Permitted) => can(who, 'SDS_EDIT_OWN_DEPARTMENT') || can(who, 'SDS_EDIT_OTHER_DEPARTMENT')

/**
 * Whether a sheet may be edited (or an analysis requested): it shares a department with the user and they
 * have the own-department permission, or it shares none and they have the other-department permission, or
 * it has no departments and they have either.
 */
export function canForDepartments(
  who: Permitted & { departments: readonly { id: string }[] },
  kind: 'EDIT' | 'REQUEST',
  /** Ids of the sheet's departments. */
  sheetDepartments: readonly string[],
): boolean {
  const own = can(who, `SDS_${kind}_OWN_DEPARTMENT`)
  const other = can(who, `SDS_${kind}_OTHER_DEPARTMENT`)
  if (sheetDepartments.length === 0) return own || other
  const shares = who.departments.some(mine => sheetDepartments.includes(mine.id))
  return shares ? own : other
}
