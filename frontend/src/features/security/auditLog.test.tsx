import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import type { AuditRecord, AuditVerification } from '@/shared/api/auditLogs'
import { asPerson, person } from '@/test/fixtures'
import { renderScreen } from '@/test/render'
import { catchFiles } from '@/test/saved'
import { server } from '@/test/server'
import { AuditLogPage } from './AuditLogPage'

const root = '*/api/v1/companies/:company/audit_logs'
const record = (id: string, given: Partial<AuditRecord> = {}): AuditRecord => ({
  id,
  at: '2026-11-20T01:02:00Z',
  action: 'sheet.edited',
  category: 'sheet',
  text: 'SDSを編集',
  user_id: 'u1',
  user_name: '山田 太郎',
  target_kind: 'sheet',
  targets: [{ id: 's1', name: 'アセトン' }],
  ip_address: '192.0.2.7',
  ...given,
})

/** The queries that the log was asked by. */
function show(pages: AuditRecord[][]): URLSearchParams[] {
  const me = person()
  me.role.permissions.push('COMPANY_EDIT')
  asPerson(me)
  const asked: URLSearchParams[] = []
  server.use(
    http.get(root, ({ request }) => {
      const query = new URL(request.url).searchParams
      asked.push(query)
      const page = Number(query.get('cursor') ?? 0)
      return HttpResponse.json({ items: pages[page] ?? [], ...(page + 1 < pages.length && { next_cursor: String(page + 1) }) })
    }),
    http.get('*/api/v1/companies/:company/users', () => HttpResponse.json({ items: [{ ...me, id: 'u1', first_name: '太郎', last_name: '山田' }], total: 1, page: 1, limit: 1 })),
  )
  renderScreen(<AuditLogPage />)
  return asked
}

const rows = async () => within(await screen.findByRole('table', { name: '操作ログ' })).getAllByRole('row').slice(1)

test('records say who did what, and older ones follow', async () => {
  const asked = show([[record('3'), record('2', { user_id: undefined, user_name: undefined, text: '解析が完了' })], [record('1', { user_id: 'u2', user_name: undefined, targets: [1, 2, 3, 4, 5].map(n => ({ id: `x${n}` })) })]])
  const [first, second] = await rows()
  expect(first).toHaveTextContent(/2026\/11\/20 10:02山田 太郎SDSを編集アセトン192\.0\.2\.7/)
  expect(within(first!).getByRole('link', { name: 'アセトン' })).toHaveAttribute('href', expect.stringContaining('sheet=s1'))
  expect(second).toHaveTextContent('システム')
  await userEvent.click(screen.getByRole('button', { name: 'さらに表示' }))
  await waitFor(async () => expect(await rows()).toHaveLength(3))
  expect((await rows())[2]).toHaveTextContent(/削除済みのユーザー.*x1x2x3ほか2件/)
  expect(asked.map(query => query.get('cursor'))).toEqual([null, '1'])
  expect(screen.queryByRole('button', { name: 'さらに表示' })).toBeNull()
})

test('the filter is that of the request, by whole days in Japan, and can be cleared', async () => {
  const asked = show([[record('1')]])
  await rows()
  const from = screen.getByLabelText('開始日')
  await userEvent.type(from, '2026-11-02')
  await userEvent.type(screen.getByLabelText('終了日'), '2026-11-03')
  await userEvent.click(screen.getByRole('combobox', { name: 'ユーザー' }))
  await userEvent.click(screen.getByRole('option', { name: /^人の操作のみ/ }))
  await waitFor(() => expect(asked.at(-1)!.get('by')).toBe('people'))
  await userEvent.click(screen.getByRole('combobox', { name: 'ユーザー' }))
  await userEvent.click(screen.getByRole('option', { name: 'システム' }))
  await userEvent.click(screen.getByRole('combobox', { name: '操作の種類' }))
  await userEvent.click(screen.getByRole('option', { name: 'セキュリティ' }))
  await waitFor(() => expect(Object.fromEntries(asked.at(-1)!)).toEqual({ from: '2026-11-01T15:00:00.000Z', to: '2026-11-03T15:00:00.000Z', by: 'system', category: 'security', steps: 'without', limit: '50' }))
  await userEvent.click(screen.getByRole('button', { name: '条件をクリア' }))
  await waitFor(() => expect(Object.fromEntries(asked.at(-1)!)).toEqual({ steps: 'without', limit: '50' }))
})

test('the steps of analyses are shown on request', async () => {
  const asked = show([[record('1')]])
  await rows()
  expect(asked.at(-1)!.get('steps')).toBe('without')
  await userEvent.click(screen.getByRole('checkbox', { name: '解析とログインの途中経過も表示' }))
  await waitFor(() => expect(asked.at(-1)!.get('steps')).toBeNull())
})

test('a rare record may lie behind many: the search goes on by hand', async () => {
  show([[], [record('1')]])
  expect(await screen.findByText('ここまでの記録に該当はありません')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'さらに古い記録を検索' }))
  expect(await rows()).toHaveLength(1)
})

test('a forgery is told, and the file is saved', async () => {
  const saved = catchFiles()
  show([[record('1')]])
  const found: AuditVerification = { intact: false, seals: 9, records: 100, removed_seals: 2, open_records: 3, broken_seals: [4, 5], last_hash: 'ab12', sealed_at: '2026-11-20T01:02:00Z' }
  server.use(
    http.get(`${root}/verification`, () => HttpResponse.json(found)),
    http.get(`${root}/csv`, () => new HttpResponse('a', { headers: { 'Content-Disposition': 'attachment; filename="audit_log_20261120.csv"' } })),
  )
  await rows()
  await userEvent.click(screen.getByRole('button', { name: '改ざんの検証' }))
  expect(await screen.findByText(/封印番号：4、5/)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'CSV出力' }))
  await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['audit_log_20261120.csv']))
})
