import type { AuditCategory } from '@/shared/api/auditLogs'

/** The parts of the product by which the audit log is filtered, in the order in which they are offered. */
export const categories = ['sign_in', 'factor', 'user', 'company', 'security', 'sheet', 'export', 'checklist', 'criteria', 'other'] as const satisfies readonly AuditCategory[]

/** Stands for the system in place of a user's id. */
export const systemUser = 'system'
