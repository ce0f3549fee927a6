import { bytesOf } from '@/shared/lib/chosenFile'
import { sha256 } from '@/shared/lib/pdfFile'
import { sendForm } from '@/shared/lib/transfer'
import { http, ifMatch } from './client'
import { useMe } from './me'
import { send } from './send'
import { useMutation } from './useMutation'

/** What a user says about a file that could not be read, or not with certainty. */
export interface Answers {
  /** 44 Japanese, 16 English; as read if absent. */
  language: 16 | 44 | undefined
  first: number | undefined
  last: number | undefined
  comment: string
  /** In place of the sheet's file, such as a copy without a password. */
  file?: File
  /** The file is taken even where another sheet has the same contents. */
  accepted?: boolean
}

/** Sends a PDF to the bucket and returns the id of the upload. */
async function sendPdf(companyId: string, file: File): Promise<string> {
  const digest = await sha256(await bytesOf(file))
  const { items } = await send(
    http.POST('/companies/{id}/get_signed_url', { params: { path: { id: companyId } }, body: { files: [{ name: file.name, size: file.size, ...(digest && { sha256: digest }) }] } }),
  )
  const [form] = items
  if (!form) throw new TypeError('the answer has no form')
  await sendForm(form, file, () => undefined, new AbortController().signal)
  return form.upload_id
}

/** Resumes the analysis of a sheet with answers. A refusal is shown by the form. */
export function useReconfirmSheet(sheet: { id: string; version: number }) {
  const id = useMe().company_id
  return useMutation({
    meta: { ownErrors: 'all', invalidates: ['sheet', 'sheets'] },
    mutationFn: async ({ language, first, last, comment, file, accepted }: Answers) => {
      const uploadId = file && (await sendPdf(id, file))
      return send(
        http.PUT('/companies/{id}/sdses/{sdsId}/reconfirmation_sds', {
          params: { path: { id, sdsId: sheet.id }, header: ifMatch(sheet.version) },
          body: { action: 'resume', ...(language && { language_id: language }), ...(first !== undefined && { first_page: first }), ...(last !== undefined && { last_page: last }), ...(comment && { comment }), ...(uploadId && { upload_id: uploadId }), ...(accepted && { accept_known_file: true }) },
        }),
      )
    },
  })
}
