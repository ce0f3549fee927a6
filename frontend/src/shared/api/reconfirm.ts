import { useMutation } from '@tanstack/react-query'
import { http, ifMatch } from './client'
import { useMe } from './me'
import { send } from './send'

/** What a user says about a file that could not be read, or not with certainty. */
export interface Answers {
  /** 44 Japanese, 16 English; as read if absent. */
  language: 16 | 44 | undefined
  first: number | undefined
  last: number | undefined
  comment: string
}

/** Resumes the analysis of a sheet with answers. A refusal is shown by the form. */
export function useReconfirmSheet(sheet: { id: string; version: number }) {
  const id = useMe().company_id
  return useMutation({
    meta: { ownErrors: 'all', invalidates: ['sheet', 'sheets'] },
    mutationFn: ({ language, first, last, comment }: Answers) =>
      send(
        http.PUT('/companies/{id}/sdses/{sdsId}/reconfirmation_sds', {
          params: { path: { id, sdsId: sheet.id }, header: ifMatch(sheet.version) },
          body: { action: 'resume', ...(language && { language_id: language }), ...(first !== undefined && { first_page: first }), ...(last !== undefined && { last_page: last }), ...(comment && { comment }) },
        }),
      ),
  })
}
