import { type LikeSheets, useLikeSheets } from '@/shared/api/revisions'
import { type WholeSheet, isInProgress } from '@/shared/api/sheets'

/** Whether it is said of a sheet that it is probably a version of others: to users who may act, once it has been read, of the newest version. */
export const hasVersionNotice = ({ may_edit, newer_id, status_group }: WholeSheet): boolean => may_edit && !newer_id && !isInProgress(status_group)

/** A sheet with those that it resembles, among some; undefined if there are none. */
export const likesOf = (sheetId: string, items: readonly LikeSheets[] | undefined): LikeSheets | undefined => items?.find(({ id, sds_list: likes }) => id === sheetId && likes.length > 0)

/** What is said of a sheet that is probably a version of others. */
export function useVersionNotice(sheet: WholeSheet): LikeSheets | undefined {
  const shown = hasVersionNotice(sheet)
  const { data } = useLikeSheets([sheet.id], shown)
  return shown ? likesOf(sheet.id, data?.items) : undefined
}
