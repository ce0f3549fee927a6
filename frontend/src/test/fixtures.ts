import { HttpResponse, http } from 'msw'
import type { Company } from '@/shared/api/company'
import type { Department } from '@/shared/api/departments'
import type { Me } from '@/shared/api/me'
import type { Tag } from '@/shared/api/tags'
import type { Permission } from '@/shared/auth/permissions'
import { logIn } from './auth'
import { server } from './server'

const companyId = '3f8e9c4e-53a5-4f0e-9c8f-0f4f6c1d2b3a'
const at = '2026-04-01T00:00:00Z'

export const department: Department = { id: 'd1', version: 3, name: '製造部', created_at: at, updated_at: at }
export const tag: Tag = { id: 't1', version: 2, name: '第一倉庫', created_at: at, updated_at: at }

const viewer: Permission[] = ['SDS_READ', 'CHECK_LIST_READ']
const editor: Permission[] = [...viewer, 'SDS_UPLOAD', 'SDS_EDIT_OWN_DEPARTMENT', 'SDS_DELETE', 'CHECK_LIST_EXPORT', 'TAG_CREATE', 'TAG_EDIT', 'TAG_DELETE']
const admin: Permission[] = [...editor, 'SDS_EDIT_OTHER_DEPARTMENT', 'CHECK_LIST_REQUEST', 'CHECK_LIST_CREATE', 'CHECK_LIST_EDIT', 'CHECK_LIST_DELETE', 'COMPANY_EDIT', 'DEPARTMENT_CREATE', 'DEPARTMENT_EDIT', 'DEPARTMENT_DELETE']
const roles = {
  viewer: { id: 0, name: 'viewer', permissions: viewer },
  editor: { id: 90, name: 'editor', permissions: editor },
  admin: { id: 100, name: 'admin', permissions: admin },
} as const

/** A user with the role, as the API returns it. */
export function person(role: keyof typeof roles = 'admin'): Me {
  const { id, name, permissions } = roles[role]
  return {
    id: '0b9d3a2e-7c1f-4a55-8f0e-2f6f5a3c9b11',
    version: 7,
    company_id: companyId,
    email: 'taro.yamada@example.co.jp',
    first_name: '太郎',
    middle_name: '',
    last_name: '山田',
    name: '山田 太郎',
    phone: '03-1234-5678',
    position: '課長',
    departments: [{ id: 'd1', name: '製造部' }],
    role_id: id,
    role: { id, name, permissions: [...permissions] },
    is_active: true,
    is_subscribe: false,
    locale: 'ja-JP',
    created_at: at,
  }
}

export const company: Company = {
  id: companyId,
  version: 4,
  name: '株式会社安全化学',
  phone: '03-1234-5678',
  plan_id: 1000,
  plan: { id: 1000, monthly_yen: 40000, max_uploads: 1000, attachments_per_sheet: 10 },
  is_subscribed: true,
  attachment_limit_id: 10,
  uploaded_file_number: 250,
  remaining_file_number: 750,
  active_features: ['change_history', 'checklists', 'bulk_download'],
  sds_expiration_years: 5,
  session_idle_hours: 12,
  second_factor_rule: 'administrators',
  second_factor_grace_days: 14,
  audit_retention_years: 3,
  sds_revision_copy_fields: ['departments', 'tags'],
  created_at: at,
}

/** Logs a user in, and lets the API answer the dashboard's first requests. */
export function asPerson(me: Me = person(), of: Company = company): void {
  logIn()
  const root = `*/api/v1/companies/${companyId}`
  server.use(
    http.get('*/api/v1/users/me', () => HttpResponse.json(me)),
    http.get('*/api/v1/users/me/sign-ins', () => HttpResponse.json({ items: [] })),
    http.get('*/api/v1/users/me/sessions', () => HttpResponse.json({ items: [], session_idle_hours: 12 })),
    http.post('*/api/v1/users/me/sign-out', () => new HttpResponse(null, { status: 204 })),
    http.get(root, () => HttpResponse.json(of)),
    http.get(`${root}/sdses/revision_candidates`, () => HttpResponse.json({ items: [] })),
    http.get(`${root}/departments`, () => HttpResponse.json({ items: [department], total: 1 })),
    http.get(`${root}/users/:userId/search-criteria`, () => HttpResponse.json({ items: [], total: 0 })),
    http.get(`${root}/users`, () => HttpResponse.json({ items: [me], total: 1 })),
    http.get(`${root}/departments/usage`, () => HttpResponse.json({ items: [{ id: 'd1', sheets: 12, users: 3 }], total: 1 })),
    http.get(`${root}/tags/usage`, () => HttpResponse.json({ items: [{ id: 't1', sheets: 1250 }], total: 1 })),
    http.get(`${root}/tags`, () => HttpResponse.json({ items: [tag], total: 1 })),
  )
}
