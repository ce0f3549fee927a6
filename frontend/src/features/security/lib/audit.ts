import type { AuditCategory } from '@/shared/api/auditLogs'

/** The parts of the product by which the audit log is filtered, in the order in which they are offered. */
export const categories = ['sign_in', 'factor', 'user', 'company', 'security', 'sheet', 'export', 'checklist', 'criteria', 'other'] as const satisfies readonly AuditCategory[]

/** Stand for all people, and for the system, in place of a user's id. */
export const groups = ['people', 'system'] as const

/** Whether a choice is one of all people or the system, and no user's id. */
export const isGroup = (by: string): by is (typeof groups)[number] => (groups as readonly string[]).includes(by)
