import type { Company } from '@/shared/api/company'

/** The fields that a revised sheet can copy from the one that it replaces. */
export type CopyField = Company['sds_revision_copy_fields'][number]

export const copyFieldNames: readonly CopyField[] = ['departments', 'product_code_list', 'sds_assignees', 'tags', 'note']
