/** The fields that a revised sheet can copy from the one that it replaces, in the order shown. */
export const copyFieldNames = ['departments', 'product_code_list', 'sds_assignees', 'tags', 'note'] as const
