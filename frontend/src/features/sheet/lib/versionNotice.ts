import { type WholeSheet, isInProgress } from '@/shared/api/sheets'

/** Whether it is said of a sheet that it is probably a version of others: to users who may act, once it has been read, of the newest version. */
export const hasVersionNotice = ({ may_edit, newer_id, status_group }: WholeSheet): boolean => may_edit && !newer_id && !isInProgress(status_group)
