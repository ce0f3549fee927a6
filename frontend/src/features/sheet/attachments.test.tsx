import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import type { WholeSheet } from '@/shared/api/sheets'
import { asPerson, company, person } from '@/test/fixtures'
import { renderScreen } from '@/test/render'
import { server } from '@/test/server'
import { pdfAnswers } from '@/test/sheetApi'
import { wholeSheet } from '@/test/sheets'
import { findValue } from '@/test/values'
import { SheetDrawer } from './SheetDrawer'

const attachment = (name: string) => ({ id: name, name, type: 'application/pdf', size: 1000, created_by: 'u1', created_by_name: '鈴木 健太', created_at: '2026-04-01T00:00:00Z' })
const file = (name: string, size = 8) => new File([new Uint8Array(size)], name, { type: 'application/pdf' })

const asked: unknown[] = []
function serve(sheet: WholeSheet) {
  server.use(
    http.get('*/api/v1/companies/:id/sdses/s1', () => HttpResponse.json(sheet)),
    ...pdfAnswers,
    http.post('*/api/v1/companies/:id/sdses/s1/attachments/get_signed_url', async ({ request }) => {
      asked.push(await request.json())
      return HttpResponse.json({ items: [] }, { status: 201 })
    }),
  )
}
const open = async () => {
  renderScreen(<SheetDrawer sheetId="s1" onClose={() => undefined} />)
  await findValue(/^製品名：/)
  await findValue(/^引火点：/)
}

beforeEach(() => {
  asked.length = 0
})

it('tells before sending what the plan allows, with the way to more', async () => {
  asPerson(person(), { ...company, attachment_limit_id: 1 })
  serve(wholeSheet())
  await open()
  expect(await screen.findByText('0／1件・1ファイル10MBまで')).toBeVisible()
  await userEvent.upload(screen.getByTestId('attachments'), [file('a.pdf'), file('b.pdf')])
  expect(await screen.findByText(/SDS1件につき1件までです（選択：2件、追加できる件数：1件）/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'お問い合わせ' })).toBeVisible()
  expect(asked).toEqual([])
})

it('says that the limit of the plan is reached, with the way to more', async () => {
  asPerson(person(), { ...company, attachment_limit_id: 1 })
  serve(wholeSheet({ attachments: [attachment('a.pdf')], attachment_count: 1 }))
  await open()
  expect(await screen.findByText(/ご契約のプランではSDS1件につき1件までです/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'お問い合わせ' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'ファイルを添付' })).toBeNull()
})

it('says that a sheet is full, where no plan allows more', async () => {
  asPerson(person(), { ...company, active_features: ['attachments'], attachment_limit_id: 50 })
  serve(wholeSheet({ attachments: Array.from({ length: 50 }, (_, i) => attachment(`${i}.pdf`)), attachment_count: 50 }))
  await open()
  expect(await screen.findByText('添付ファイルは、SDS1件につき50件までです。追加するには、不要なファイルを削除してください。')).toBeVisible()
  expect(screen.queryByRole('link', { name: 'お問い合わせ' })).toBeNull()
})

it('refuses a file over 10 MB before sending it', async () => {
  asPerson()
  serve(wholeSheet())
  await open()
  await userEvent.upload(await screen.findByTestId('attachments'), [file('large.pdf', 10 * 1024 * 1024 + 1)])
  expect(await screen.findByText(/「large.pdf」は10MBを超えています。/)).toBeVisible()
  expect(asked).toEqual([])
})

it('deletes a file after a confirmation', async () => {
  asPerson()
  serve(wholeSheet({ attachments: [attachment('a.pdf')], attachment_count: 1 }))
  const deleted: string[] = []
  server.use(
    http.delete('*/api/v1/companies/:id/sdses/s1/attachments/:attId', ({ params }) => {
      deleted.push(String(params.attId))
      return new HttpResponse(null, { status: 204 })
    }),
  )
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'a.pdfを削除' }))
  expect(deleted).toEqual([])
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '削除' }))
  await waitFor(() => expect(deleted).toEqual(['a.pdf']))
  await waitFor(() => expect(screen.getByText('ファイルを削除しました。')).toBeVisible())
})

it('shows a viewer the names only, and why nothing can be changed', async () => {
  asPerson(person('viewer'))
  serve(wholeSheet({ may_edit: false, may_request: false, attachments: [attachment('a.pdf')], attachment_count: 1 }))
  await open()
  expect(screen.getByText('a.pdf')).toBeVisible()
  expect(screen.getByText('閲覧権限のため、編集はできません。')).toBeVisible()
  for (const name of ['a.pdfをダウンロード', 'a.pdfを削除', 'ファイルを添付']) expect(screen.queryByRole('button', { name })).toBeNull()
})
