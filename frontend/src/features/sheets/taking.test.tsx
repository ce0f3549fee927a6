import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, it, vi } from 'vitest'
import type { Permission } from '@/shared/auth/permissions'
import { page } from '@/shared/lib/browser'
import { asPerson, company, person } from '@/test/fixtures'
import { renderScreen } from '@/test/render'
import { server } from '@/test/server'
import { sheetRow } from '@/test/sheets'
import { SheetListPage } from './SheetListPage'

/** A list of one sheet, for an editor with one more permission. */
function list(permission?: Permission, of = company) {
  const me = person('editor')
  asPerson({ ...me, role: { ...me.role, permissions: [...me.role.permissions.filter(one => one !== 'CREATE_SIMPLE_DOWNLOAD'), ...(permission ? [permission] : [])] } }, of)
  server.use(
    // A job that cannot be read is not followed.
    http.get('*/api/v1/companies/:id/jobs/:job', () => HttpResponse.json({ code: 'not_found', detail: '' }, { status: 404 })),
    http.get('*/api/v1/companies/:id/sdses', () => HttpResponse.json({ items: [sheetRow()], total: 1, page: 1, limit: 50, in_progress: 0 })),
    http.get('*/api/v1/companies/:id/sdses/export/operations', () =>
      HttpResponse.json({
        items: [
          { id: 'sheets', name: 'SDS一覧', columns: [] },
          { id: 'ingredients', name: '成分', columns: [] },
        ],
        formats: ['csv', 'xlsx'],
        encodings: ['utf-8', 'shift_jis'],
      }),
    ),
  )
}

const count = (given: object = {}) =>
  server.use(
    http.get('*/api/v1/companies/:id/sdses/download/pdf_count', () =>
      HttpResponse.json({ count: 12, limit: 3000, used: 3, quota: 10, remaining: 7, renews_on: '2026-12-01', ...given })),
  )

it('exports the shown sheets, and leads to the job', async () => {
  list('SDS_EXPORT')
  const sent: { body: unknown; key: string | null }[] = []
  server.use(
    http.post('*/api/v1/companies/:id/sdses/export', async ({ request }) => {
      sent.push({ body: await request.json(), key: request.headers.get('Idempotency-Key') })
      return HttpResponse.json({ job_id: 'j1' }, { status: 202 })
    }),
  )
  renderScreen(<SheetListPage />, '/?text=acid&signal_word=danger&sort=-name')
  await userEvent.click(await screen.findByRole('button', { name: 'エクスポート' }))
  expect(await screen.findByText('現在の絞り込み条件に合うSDS 1件が対象です。')).toBeVisible()
  await userEvent.click(await screen.findByRole('combobox', { name: '出力内容' }))
  await userEvent.click(screen.getByRole('option', { name: '成分' }))
  expect(within(screen.getByRole('radiogroup', { name: 'ファイル形式' })).getAllByText(/./).map(({ textContent }) => textContent)).toEqual(['CSV', 'Excel'])
  await userEvent.click(screen.getByRole('radio', { name: 'CSV' }))
  await userEvent.click(screen.getByRole('radio', { name: 'Shift_JIS' }))
  await userEvent.click(screen.getByRole('button', { name: 'エクスポートする' }))
  await waitFor(() => expect(screen.getByText('エクスポートを開始しました。')).toBeVisible())
  expect(screen.getByRole('link', { name: '処理状況を見る' })).toHaveAttribute('href', '#/jobs/j1')
  expect(sent).toEqual([
    {
      body: { operation: 'ingredients', format: 'csv', encoding: 'shift_jis', filter: { text: 'acid', signal_word: ['danger'] }, order_by: 'name', order: 'desc' },
      key: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    },
  ])
})

it.each([
  ['offers the file when it is made', {}, '「SDS一覧.csv」をダウンロードできます。', 'ダウンロード'],
  ['leads to the job where something was left out', { notes: [{ code: 'x', detail: '1件を除きました。' }] }, '「SDS一覧.csv」をダウンロードできます。', '処理状況を見る'],
  ['leads to the job where it failed', { state: 'failed', file: undefined }, 'ファイルを作成できませんでした。', '処理状況を見る'],
])('%s', async (_, given, text, offer) => {
  list('SDS_EXPORT')
  const job = { id: 'j1', kind: 'export', state: 'done', done: 1, total: 1, notes: [], file: { name: 'SDS一覧.csv', size: 5, expires_at: '2026-12-03T00:00:00Z', url: 'http://bucket/x' }, ...given }
  const left = vi.spyOn(page, 'leaveFor').mockImplementation(() => undefined)
  server.use(
    http.post('*/api/v1/companies/:id/sdses/export', () => HttpResponse.json({ job_id: 'j1' }, { status: 202 })),
    http.get('*/api/v1/companies/:id/jobs/j1', () => HttpResponse.json(job)),
  )
  renderScreen(<SheetListPage />)
  await userEvent.click(await screen.findByRole('button', { name: 'エクスポート' }))
  await userEvent.click(await screen.findByRole('button', { name: 'エクスポートする' }))
  expect(await screen.findByText(text)).toBeVisible()
  await waitFor(() => expect(screen.queryByText('エクスポートを開始しました。')).toBeNull())
  if (offer === 'ダウンロード') {
    await userEvent.click(screen.getByRole('button', { name: offer }))
    await waitFor(() => expect(left).toHaveBeenCalledExactlyOnceWith('http://bucket/x'))
  } else expect(screen.getByRole('link', { name: offer })).toHaveAttribute('href', '#/jobs/j1')
  left.mockRestore()
})

it('offers no encoding for a workbook', async () => {
  list('SDS_EXPORT')
  renderScreen(<SheetListPage />)
  await userEvent.click(await screen.findByRole('button', { name: 'エクスポート' }))
  await userEvent.click(await screen.findByRole('radio', { name: 'CSV' }))
  expect(screen.getByRole('radio', { name: 'UTF-8' })).toBeChecked()
  await userEvent.click(screen.getByRole('radio', { name: 'Excel' }))
  expect(screen.queryByRole('radio', { name: 'UTF-8' })).toBeNull()
})

it('downloads the PDFs of the shown sheets, with the remaining quota', async () => {
  list('SDS_DOWNLOAD')
  count()
  const requests: Request[] = []
  server.use(
    http.get('*/api/v1/companies/:id/sdses/download/pdf', ({ request }) => {
      requests.push(request)
      return HttpResponse.json({ job_id: 'j2' }, { status: 202 })
    }),
  )
  renderScreen(<SheetListPage />, '/?text=acid')
  await userEvent.click(await screen.findByRole('button', { name: 'PDF一括ダウンロード' }))
  expect(await screen.findByText(/今月の残り 7回（月10回まで。2026\/12\/01/)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'ダウンロードを開始' }))
  expect(await screen.findByRole('link', { name: '処理状況を見る' })).toHaveAttribute('href', '#/jobs/j2')
  expect(new URL(requests[0]!.url).search).toBe('?text=acid')
  expect(requests[0]!.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f-]{36}$/)
})

it.each([
  ['the downloads of the month are used', { remaining: 0 }, '今月分の一括ダウンロードはすべてご利用済みです。2026/12/01以降にお試しください。'],
  ['there are too many PDFs', { count: 3001 }, '一度にダウンロードできるPDFは3,000件までです。条件を絞り込んでください。'],
])('starts no download where %s', async (_, given, text) => {
  list('SDS_DOWNLOAD')
  count(given)
  renderScreen(<SheetListPage />)
  await userEvent.click(await screen.findByRole('button', { name: 'PDF一括ダウンロード' }))
  expect(await screen.findByText(text)).toBeVisible()
  expect(screen.getByRole('button', { name: 'ダウンロードを開始' })).toBeDisabled()
})

it('says how to get the option before anything is counted', async () => {
  list('SDS_DOWNLOAD', { ...company, active_features: [] })
  renderScreen(<SheetListPage />)
  await userEvent.click(await screen.findByRole('button', { name: 'PDF一括ダウンロード' }))
  expect(await screen.findByText(/「一括ダウンロード」は、ご契約のプランに含まれていません。/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'お問い合わせ' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'ダウンロードを開始' })).toBeNull()
})

it('explains how to get a missing option', async () => {
  list('SDS_DOWNLOAD')
  const detail = '一括ダウンロードは、オプションをご契約のお客様のみご利用いただけます。'
  server.use(http.get('*/api/v1/companies/:id/sdses/download/pdf_count', () => HttpResponse.json({ code: 'option.bulk_download', detail }, { status: 402 })))
  renderScreen(<SheetListPage />)
  await userEvent.click(await screen.findByRole('button', { name: 'PDF一括ダウンロード' }))
  await waitFor(() => expect(screen.getAllByText(detail)).toHaveLength(1))
  expect(screen.queryByRole('button', { name: 'ダウンロードを開始' })).toBeNull()
})

it('creates data for CREATE-SIMPLE from the shown sheets', async () => {
  list('CREATE_SIMPLE_DOWNLOAD')
  const sent: unknown[] = []
  server.use(
    http.post('*/api/v1/companies/:id/create_simple', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ job_id: 'j3' }, { status: 202 })
    }),
  )
  renderScreen(<SheetListPage />, '/?text=acid&sort=name')
  await userEvent.click(await screen.findByRole('button', { name: 'CREATE-SIMPLE' }))
  expect(await screen.findByText('現在の絞り込み条件に合うSDS 1件が対象です。')).toBeVisible()
  expect(screen.getByRole('radio', { name: 'ver.3' })).toBeChecked()
  await userEvent.click(screen.getByRole('radio', { name: 'ver.2' }))
  await userEvent.click(screen.getByRole('button', { name: '作成を開始' }))
  await waitFor(() => expect(screen.getByText('CREATE-SIMPLE用データの作成を開始しました。')).toBeVisible())
  expect(screen.getByRole('link', { name: '処理状況を見る' })).toHaveAttribute('href', '#/jobs/j3')
  expect(sent).toEqual([{ version: 2, filter: { text: 'acid' }, order_by: 'name', order: 'asc' }])
})

it('makes no data for CREATE-SIMPLE of more sheets than it can', async () => {
  list('CREATE_SIMPLE_DOWNLOAD')
  server.use(http.get('*/api/v1/companies/:id/sdses', () => HttpResponse.json({ items: [sheetRow()], total: 3001, page: 1, limit: 50, in_progress: 0 })))
  renderScreen(<SheetListPage />)
  await userEvent.click(await screen.findByRole('button', { name: 'CREATE-SIMPLE' }))
  expect(await screen.findByText('一度に作成できるのは3,000件までです。条件を絞り込んでください。')).toBeVisible()
  expect(screen.getByRole('button', { name: '作成を開始' })).toBeDisabled()
})

it('offers none of them without the permissions', async () => {
  list()
  renderScreen(<SheetListPage />)
  await screen.findByText('1件')
  expect(screen.queryByRole('button', { name: 'エクスポート' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'PDF一括ダウンロード' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'CREATE-SIMPLE' })).toBeNull()
})
