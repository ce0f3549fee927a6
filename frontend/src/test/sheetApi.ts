import { HttpResponse, http } from 'msw'
import type { SheetEdit, WholeSheet } from '@/shared/api/sheets'
import { laws, sheetLaws } from './laws'
import { server } from './server'

/** The answers for the PDF of the sheet "s1". */
export const pdfAnswers = [
  http.get('*/api/v1/companies/:id/sds/s1/pdf', () => HttpResponse.json({ url: 'http://bucket.invalid/s1.pdf' })),
  http.get('http://bucket.invalid/s1.pdf', () => HttpResponse.arrayBuffer(new Uint8Array([37, 80, 68, 70]).buffer)),
]

/** An edit as the API receives it, with the version that it is made over. */
export interface Saved {
  version: string | null
  edit: SheetEdit
}

/** Serves the sheet "s1" with its laws and PDF; edits are recorded, and answered by `answer`. `set` changes the stored sheet. */
export function serveSheet(sheet: WholeSheet, answer: (saved: Saved) => Response | WholeSheet = () => ({ ...sheet, version: sheet.version + 1 })) {
  const saved: Saved[] = []
  let now = sheet
  server.use(
    http.get('*/api/v1/companies/:id/sdses/s1', () => HttpResponse.json(now)),
    http.get('*/api/v1/companies/:id/sdses/s1/laws', () => HttpResponse.json(sheetLaws())),
    http.get('*/api/v1/laws', () => HttpResponse.json({ as_of: '2026-04-01', set: { version: '1', entries: 1, substances: 1 }, laws })),
    ...pdfAnswers,
    http.put('*/api/v1/companies/:id/sdses/s1', async ({ request }) => {
      const call = { version: request.headers.get('If-Match'), edit: (await request.json()) as SheetEdit }
      saved.push(call)
      const answered = answer(call)
      if (answered instanceof Response) return answered
      now = answered
      return HttpResponse.json(answered)
    }),
  )
  return { saved, set: (next: WholeSheet) => (now = next) }
}
