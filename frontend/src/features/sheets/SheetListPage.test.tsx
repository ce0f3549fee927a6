import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { afterEach, expect, it, vi } from 'vitest'
import type { SheetRow } from '@/shared/api/sheets'
import { asPerson, person } from '@/test/fixtures'
import { storeToken } from '@/test/auth'
import { renderScreen } from '@/test/render'
import { server } from '@/test/server'
import { sheetRow } from '@/test/sheets'
import { SheetErrorsPage } from './SheetErrorsPage'
import { SheetListPage, readListAhead } from './SheetListPage'

/** The list as the API returns it; queries are recorded. */
function sheets(items: SheetRow[], rest: { in_progress?: number } = {}) {
  const queries: URLSearchParams[] = []
  server.use(
    http.get('*/api/v1/companies/:id/sdses', ({ request }) => {
      queries.push(new URL(request.url).searchParams)
      return HttpResponse.json({ items, total: items.length, page: 1, limit: 50, in_progress: rest.in_progress ?? 0 })
    }),
  )
  return queries
}

// Cards, as on a narrow screen.
const narrow = () => {
  vi.stubGlobal('matchMedia', (query: string) =>
    ({ matches: query.includes('max-width'), media: query, addEventListener: () => undefined, removeEventListener: () => undefined }) as unknown as MediaQueryList)
}

afterEach(() => vi.unstubAllGlobals())

it('lists sheets with their main data', async () => {
  narrow()
  asPerson()
  sheets([
    sheetRow({ finding_count: 2 }),
    sheetRow({ id: 's2', name: '塩酸', status_group: 'impossible', reason: { code: 'analysis.broken', detail: 'PDFが破損しています。' }, pictograms: [], unreviewed_count: 0, revision_status: 'NEED_REVISION' }),
  ])
  renderScreen(<SheetListPage />)
  await screen.findByText('塩酸')
  const [first, second] = within(screen.getByRole('list', { name: 'SDS一覧' })).getAllByRole('listitem')
  expect(within(first!).getByText('解析完了')).toBeVisible()
  expect(within(first!).getByRole('img', { name: '炎' })).toBeVisible()
  expect(within(first!).getByText('危険')).toBeVisible()
  expect(within(first!).getByRole('img', { name: '指摘 2件' })).toBeVisible()
  expect(within(first!).getByRole('img', { name: '未確認の値 1件' })).toBeVisible()
  await userEvent.hover(within(second!).getByText('解析不可'))
  expect(await screen.findByRole('tooltip', { name: 'PDFが破損しています。' })).toBeVisible()
  expect(within(second!).getByText('要改訂')).toBeVisible()
})

it('takes filters, order and page from the URL and requests with them', async () => {
  narrow()
  asPerson()
  const queries = sheets([])
  renderScreen(<SheetListPage />, '/?status_group=completed,analyzing&h_code=h225&tag_id=t1&sort=-revised_at&page=3&limit=25')
  await waitFor(() => expect(queries[0]?.toString()).toBe('status_group=analyzing&status_group=completed&tag_id=t1&h_code=H225&page=3&limit=25&order_by_revised_at=desc'))
  expect(await screen.findByRole('button', { name: 'タグ：第一倉庫を解除' })).toBeVisible()
})

it('is read once, before it is drawn, where the page opens with it', async () => {
  narrow()
  const me = person()
  asPerson(me)
  const queries = sheets([sheetRow({ name: '塩酸' })])
  storeToken({ 'custom:company_id': me.company_id })
  window.history.replaceState(null, '', '#/company?page=2')
  readListAhead()
  window.history.replaceState(null, '', '#/sds/index?page=2&h_code=h225')
  readListAhead()
  await waitFor(() => expect(queries.map(String)).toEqual(['h_code=H225&page=2&limit=50']))
  renderScreen(<SheetListPage />, '/sds/index?page=2&h_code=h225')
  expect(await screen.findByText('塩酸')).toBeVisible()
  expect(queries).toHaveLength(1)
  window.history.replaceState(null, '', window.location.pathname)
})

it('keeps the filters over an empty result and offers to clear them', async () => {
  narrow()
  asPerson()
  const queries = sheets([])
  const router = renderScreen(<SheetListPage />, '/?text=zzz&signal_word=danger&page=2')
  expect(await screen.findByText('条件に合うSDSがありません')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: '注意喚起語：危険を解除' }))
  expect(router.state.location.search).toBe('?text=zzz')
  await waitFor(() => expect(queries.at(-1)?.toString()).toBe('text=zzz&page=1&limit=50'))
  await userEvent.click((await screen.findAllByRole('button', { name: '条件をすべて解除' }))[0]!)
  expect(router.state.location.search).toBe('')
  expect(await screen.findByText('SDSがまだ登録されていません')).toBeVisible()
  expect(screen.getByRole('link', { name: 'SDSを登録' })).toHaveAttribute('href', '/sds/upload')
})

it('offers no registration to a viewer', async () => {
  narrow()
  asPerson(person('viewer'))
  sheets([])
  renderScreen(<SheetListPage />)
  expect(await screen.findByText('SDSが登録されると、ここに表示されます。')).toBeVisible()
  expect(screen.queryByRole('link', { name: 'SDSを登録' })).toBeNull()
})

it('searches from the first page while typing, and / focuses the search', async () => {
  narrow()
  asPerson()
  const queries = sheets([sheetRow()])
  const router = renderScreen(<SheetListPage />, '/?page=2')
  await screen.findByText('トルエン')
  await userEvent.keyboard('/')
  const search = screen.getByRole('textbox', { name: 'SDSを検索' })
  expect(search).toHaveFocus()
  await userEvent.type(search, '108-88-3{Enter}')
  expect(router.state.location.search).toBe('?text=108-88-3')
  await waitFor(() => expect(queries.at(-1)?.get('text')).toBe('108-88-3'))
})

it('filters by the panel', async () => {
  narrow()
  asPerson()
  sheets([sheetRow()])
  const router = renderScreen(<SheetListPage />)
  await userEvent.click(await screen.findByRole('button', { name: '絞り込み・並べ替え' }))
  const panel = within(screen.getByRole('dialog', { name: '絞り込み条件' }))
  await userEvent.click(await panel.findByRole('button', { name: 'どくろ' }))
  await userEvent.type(panel.getByRole('combobox', { name: 'Hコード' }), 'h300{Enter}')
  await userEvent.click(within(panel.getByRole('group', { name: '未確認の値' })).getByRole('button', { name: 'あり' }))
  expect(router.state.location.search).toBe('?pictogram=GHS06&h_code=H300&has_unreviewed=true')
})

it('opens a group with a set filter, and keeps invalid input in its field', async () => {
  narrow()
  asPerson()
  const queries = sheets([sheetRow()])
  const router = renderScreen(<SheetListPage />, '/?flash_point_from=21')
  expect(await screen.findByRole('button', { name: '引火点：21 °C以上を解除' })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: '絞り込み・並べ替え（1）' }))
  const panel = within(screen.getByRole('dialog', { name: '絞り込み条件' }))
  expect(await panel.findByRole('button', { name: /^物理的・化学的性質/ })).toHaveAttribute('aria-expanded', 'true')
  expect(panel.getByRole('button', { name: /^輸送/ })).toHaveAttribute('aria-expanded', 'false')
  const to = panel.getByRole('textbox', { name: '引火点（上限）' })
  await userEvent.type(to, '5{Enter}')
  expect(panel.getByRole('alert')).toHaveTextContent('上限には下限以上の値を入力してください。')
  expect(router.state.location.search).toBe('?flash_point_from=21')
  await userEvent.type(to, '0{Enter}')
  expect(router.state.location.search).toBe('?flash_point_from=21&flash_point_to=50')
  const cas = panel.getByRole('combobox', { name: 'CAS番号' })
  await userEvent.type(cas, 'FOO{Enter}')
  expect(panel.getByText(/「FOO」は正しいCAS番号ではありません/)).toBeVisible()
  expect(cas).toHaveValue('FOO')
  await userEvent.click(panel.getByRole('button', { name: '供給者の除外条件' }))
  await userEvent.type(panel.getByRole('combobox', { name: '供給者（除外）' }), '東西{Enter}')
  await waitFor(() => expect(queries.at(-1)?.getAll('supplier_not')).toEqual(['東西']))
  expect(screen.getByText('供給者：東西を除く')).toBeInTheDocument()
})

it('has the order among the filters on a phone, and what can be taken in a menu', async () => {
  narrow()
  const me = person('editor')
  asPerson({ ...me, role: { ...me.role, permissions: [...me.role.permissions, 'SDS_EXPORT', 'SDS_DOWNLOAD', 'CREATE_SIMPLE_DOWNLOAD'] } })
  sheets([sheetRow()])
  const router = renderScreen(<SheetListPage />, '/?text=a')
  expect(await screen.findByText('トルエン')).toBeVisible()
  expect(screen.queryByRole('combobox', { name: '並べ替え' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'エクスポート' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'その他の操作' }))
  expect(screen.getAllByRole('menuitem').map(item => item.textContent)).toEqual(['エクスポート', 'PDF一括ダウンロード', 'CREATE-SIMPLE', 'CSVで一括編集'])
  await userEvent.keyboard('{Escape}')
  await userEvent.click(await screen.findByRole('button', { name: '絞り込み・並べ替え' }))
  await userEvent.click(await within(screen.getByRole('dialog', { name: '絞り込み条件' })).findByRole('combobox', { name: '並べ替え' }))
  await userEvent.click(screen.getByRole('option', { name: 'SDS名の昇順' }))
  expect(router.state.location.search).toContain('sort=name')
})

it('opens a sheet by the URL', async () => {
  narrow()
  asPerson()
  sheets([sheetRow()])
  const router = renderScreen(<SheetListPage />, '/?text=a')
  await userEvent.click(await screen.findByText('トルエン'))
  expect(router.state.location.search).toBe('?text=a&sheet=s1')
})

it('follows an analysis by itself', async () => {
  narrow()
  asPerson()
  let calls = 0
  let done = false
  server.use(
    http.get('*/api/v1/companies/:id/sdses', () => {
      calls++
      return HttpResponse.json({ items: [sheetRow({ status_group: done ? 'completed' : 'analyzing' })], total: 1, page: 1, limit: 50, in_progress: done ? 0 : 1 })
    }),
  )
  renderScreen(<SheetListPage />)
  expect(await screen.findByText('解析中')).toBeVisible()
  expect(screen.getByText('1件を解析中')).toBeVisible()
  done = true
  expect(await screen.findByText('解析完了')).toBeVisible()
  const after = calls
  await act(async () => {
    await new Promise(resolve => setTimeout(resolve, 900))
  })
  expect(calls).toBe(after)
})

it('shows why sheets are incomplete, and requests another analysis', async () => {
  asPerson()
  const queries = sheets([sheetRow({ name: '壊れたSDS', status_group: 'impossible', reason: { code: 'analysis.broken', detail: 'PDFが破損しています。' } })])
  const sent: unknown[] = []
  server.use(
    http.post('*/api/v1/sdses/s1/reanalysis', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ id: 's1', status: 15000 }, { status: 202 })
    }),
  )
  renderScreen(<SheetErrorsPage />)
  expect(await screen.findByText('PDFが破損しています。')).toBeVisible()
  expect(queries[0]?.getAll('status_group')).toEqual(['impossible', 'reconfirmation'])
  await userEvent.click(screen.getByRole('button', { name: '「壊れたSDS」を再解析' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'コメント（任意）' }), 'PDFを差し替えました')
  await userEvent.click(screen.getByRole('button', { name: '再解析する' }))
  await waitFor(() => expect(screen.getByText('再解析を依頼しました。')).toBeVisible())
  expect(sent).toEqual([{ comment: 'PDFを差し替えました' }])
})

it('tells those who may not edit whom to ask about incomplete sheets', async () => {
  asPerson(person('viewer'))
  sheets([sheetRow({ name: '壊れたSDS', status_group: 'impossible', may_edit: false, may_request: false, reason: { code: 'analysis.broken', detail: 'PDFが破損しています。' } })])
  renderScreen(<SheetErrorsPage />)
  expect(await screen.findByText(/SDSを編集できるユーザーにご依頼ください。$/)).toBeVisible()
  expect(screen.queryByRole('button', { name: /壊れたSDS」を再解析/ })).toBeNull()
})

it('calls a tag of a saved filter that has been deleted by no id', async () => {
  narrow()
  asPerson()
  sheets([])
  renderScreen(<SheetListPage />, '/?tag_id=aefc04c8-dc4c-4120-ae47-631216eb12ce')
  expect(await screen.findByRole('button', { name: 'タグ：（削除済み）を解除' })).toBeVisible()
  expect(screen.queryByText(/aefc04c8/)).toBeNull()
})

it('says once where several searched words are', async () => {
  narrow()
  asPerson()
  sheets([sheetRow({ matches: [{ term: 'CK', field: 'product_code', text: 'CK-5050' }, { term: '5050', field: 'product_code', text: 'CK-5050' }] })])
  renderScreen(<SheetListPage />, '/?text=CK%205050')
  expect(await screen.findByText('製品コード：CK-5050')).toBeVisible()
})

it('tells a reversed range, and shows the list without it', async () => {
  asPerson()
  const queries = sheets([sheetRow({ name: '塩酸' })])
  renderScreen(<SheetListPage />, '/?revised_from=2026-05-01&revised_to=2026-04-01&cas_number=FOO')
  expect(await screen.findByText('塩酸')).toBeVisible()
  expect(String(queries.at(-1))).toBe('page=1&limit=50')
  expect(screen.queryByText(/FOO/)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: '絞り込み（2）' }))
  expect(await within(screen.getByRole('dialog', { name: '絞り込み条件' })).findByText('終了日には開始日以降の日付を入力してください。')).toBeVisible()
})
