import { useMutation } from '@tanstack/react-query'
import { http } from './client'
import { useMe } from './me'
import { send } from './send'

/** Deletes a sheet. A refusal is shown by the caller. */
export function useRemoveSheet() {
  const id = useMe().company_id
  return useMutation({
    meta: { ownErrors: 'all', invalidates: ['sheets'] },
    mutationFn: (sheetId: string) => send(http.PUT('/companies/{id}/sdses/delete', { params: { path: { id } }, body: { sds_ids: [sheetId] } })),
  })
}
