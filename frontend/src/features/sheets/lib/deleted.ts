import { createContext, use } from 'react'
import { isDeletedHere } from '@/shared/api/bulk'

/** Whether the list is that of the deleted sheets. */
export const DeletedList = createContext(false)

/** Whether a row is a deleted sheet: it can be restored, but not opened. */
export const useDeleted = (id: string) => use(DeletedList) || isDeletedHere(id)
