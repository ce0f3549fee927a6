import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import type { Feature } from '@/shared/api/company'
import type { PeriodicExport } from '@/shared/api/periodic'
import { asPerson, company, person } from '@/test/fixtures'
import { renderScreen } from '@/test/render'
import { changed, done, keep } from '@/test/requests'
import { server } from '@/test/server'
import { PeriodicExportPage } from './PeriodicExportPage'

const root = '*/api/v1/companies/:company/periodic_export'
const me = { id: person().id, name: '山田 太郎', email: person().email }
const other = { id: 'u2', name: '佐藤 花子', email: 'hanako@example.co.jp' }
const setting: PeriodicExport = {
  id: 'p1',
  version: 2,
  name: '月次一覧',
  owner: me,
  recipient: me,
  cc: [other],
  frequency: 'monthly',
  export_date: 'last',
  character_code: 'utf-8',
  format: 'xlsx',
  type: 'sheets',
  columns: [],
  language: 'ja',
  is_enabled: true,
  last_execution_at: '2026-10-30T21:00:00Z',
  next_execution_at: '2026-11-29T21:00:00Z',
  last_job_id: 'j1',
  created_at: '2026-04-01T00:00:00Z',
  updated_at: '2026-04-01T00:00:00Z',
}

function show(items: readonly PeriodicExport[], limit = 3, active_features: Feature[] = []) {
  asPerson(undefined, { ...company, active_features })
  server.use(
    http.get(`${root}/settings`, () => HttpResponse.json({ items, total: items.length, max: limit })),
    http.get(`${root}/sendable-users`, () => HttpResponse.json({ items: [me, other], total: 2 })),
    http.get('*/api/v1/companies/:company/sdses/export/operations', () => HttpResponse.json({ items: [{ id: 'sheets', name: 'SDS一覧', columns: [] }] })),
  )
  renderScreen(<PeriodicExportPage />)
}

test('says at the limit of the plan how to get more', async () => {
  show([setting], 1)
  expect(await screen.findByText('ご契約のプランで登録できる上限（1件）に達しています。設定を増やしたい場合はお問い合わせください。')).toBeVisible()
  expect(screen.getByRole('link', { name: 'お問い合わせ' })).toBeVisible()
})

test('says at the limit of the option that there is no more', async () => {
  show([setting], 1, ['periodic_export'])
  expect(await screen.findByText('ご契約のプランで登録できる上限（1件）に達しています。')).toBeVisible()
  expect(screen.queryByRole('link', { name: 'お問い合わせ' })).toBeNull()
})

test('names the option where the plan has no periodic exports', async () => {
  show([], 0)
  expect(await screen.findByText(/「定期エクスポート」は、ご契約のプランに含まれていません。/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'お問い合わせ' })).toBeVisible()
})

test('marks an export of which somebody gets no mail, and says who', async () => {
  show([{ ...setting, cc: [{ ...other, is_unreachable: true }] }])
  await userEvent.hover(await screen.findByText('届かない宛先あり'))
  expect(await screen.findByRole('tooltip')).toHaveTextContent('佐藤 花子 <hanako@example.co.jp> へのメールは停止しています。')
})

test('shows schedule, recipients, next and last run; pauses and deletes', async () => {
  show([setting])
  const patched = keep('patch', `${root}/settings/p1`, changed(setting))
  const removed = keep('delete', `${root}/settings/p1`, done)
  expect(await screen.findByText('毎月末日')).toBeVisible()
  expect(screen.getByText('山田 太郎（CC 1人）')).toBeVisible()
  expect(screen.getByText('2026/11/30 06:00')).toBeVisible()
  expect(screen.getByRole('link', { name: '2026/10/31 06:00' })).toHaveAttribute('href', '/jobs/j1')
  await userEvent.click(screen.getByRole('button', { name: '「月次一覧」を停止' }))
  await waitFor(() => expect(screen.getByText('定期エクスポートを停止しました。')).toBeVisible())
  expect(patched).toMatchObject([{ body: { is_enabled: false }, ifMatch: '"2"' }])
  await userEvent.click(screen.getByRole('button', { name: '「月次一覧」を削除' }))
  await userEvent.click(await screen.findByRole('button', { name: '削除' }))
  await waitFor(() => expect(screen.getByText('定期エクスポートを削除しました。')).toBeVisible())
  expect(removed).toHaveLength(1)
})

test('is run now after a question, and its runs are shown with their files', async () => {
  show([setting])
  const started = keep('post', `${root}/settings/p1/run`, () => HttpResponse.json({ job_id: 'j2' }, { status: 202 }))
  const run = { by: me, expired: false, mine: true, created_at: '2026-11-01T00:00:00Z' }
  server.use(
    http.get(`${root}/settings/p1/runs`, () =>
      HttpResponse.json({ items: [{ ...run, job_id: 'j2', state: 'done', file_name: 'sheets.xlsx', file_size: 2048 }, { ...run, job_id: 'j1', state: 'failed', trouble: '送信できませんでした。' }], total: 2 }),
    ),
  )
  await userEvent.click(await screen.findByRole('button', { name: '「月次一覧」を今すぐ実行' }))
  expect(started).toHaveLength(0)
  await userEvent.click(await screen.findByRole('button', { name: '今すぐ実行' }))
  await waitFor(() => expect(screen.getByText(/エクスポートを開始しました/)).toBeVisible())
  expect(started).toHaveLength(1)
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: '「月次一覧」の実行履歴' }))
  expect(await screen.findByRole('link', { name: /^sheets\.xlsx/ })).toHaveAttribute('href', '/jobs/j2')
  expect(screen.getByText('送信できませんでした。')).toBeVisible()
})

test('is added with the day of its frequency only', async () => {
  show([])
  const sent = keep('post', `${root}/settings`, () => HttpResponse.json(setting, { status: 201 }))
  await userEvent.click(await screen.findByRole('button', { name: '定期エクスポートを追加' }))
  const dialog = within(screen.getByRole('dialog'))
  await userEvent.type(dialog.getByLabelText(/^名称/), '週次')
  await userEvent.click(dialog.getByRole('radio', { name: '毎週' }))
  await userEvent.click(dialog.getByRole('combobox', { name: '曜日' }))
  await userEvent.click(await screen.findByRole('option', { name: '金曜日' }))
  await userEvent.click(dialog.getByRole('radio', { name: 'CSV' }))
  expect(dialog.getByRole('radio', { name: 'Shift_JIS' })).toBeChecked()
  await userEvent.click(dialog.getByRole('button', { name: '追加' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toEqual({ name: '週次', type: 'sheets', filter: {}, recipient_id: me.id, cc_recipient_ids: [], frequency: 'weekly', weekday: 'friday', format: 'csv', character_code: 'shift_jis', language: 'ja' })
})

test('has the sheets of a saved filter or of chosen conditions, shown as such', async () => {
  show([{ ...setting, filter: { status_group: ['completed'], name: ['シンナー'] } }])
  server.use(http.get('*/api/v1/companies/:company/users/:user/search-criteria', () => HttpResponse.json({ items: [{ id: 'f1', name: '洗浄剤', criteria: 'supplier=%E6%9D%B1%E8%A5%BF&removed=true&order_by_name=asc', columns: [], is_default: false, version: 1 }], total: 1 })))
  const patched = keep('patch', `${root}/settings/p1`, changed(setting))
  expect(await screen.findByText('対象：解析状況、SDS名で絞り込み')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: '「月次一覧」を編集' }))
  const sheets = within(await screen.findByRole('group', { name: '対象のSDS' }))
  const chips = () => sheets.getAllByRole('button', { name: /を解除/ }).map(chip => chip.textContent)
  expect(chips()).toEqual(['解析状況：解析完了', 'SDS名：シンナー'])
  await userEvent.click(sheets.getByRole('button', { name: '条件をすべて解除' }))
  expect(sheets.getByText('すべてのSDS')).toBeVisible()
  await userEvent.click(await sheets.findByRole('button', { name: '保存した条件' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: '洗浄剤' }))
  expect(chips()).toEqual(['供給者：東西'])
  await userEvent.click(sheets.getByRole('button', { name: '絞り込み（1）' }))
  const panel = within(await screen.findByRole('dialog', { name: '絞り込み条件' }))
  await userEvent.click(await panel.findByRole('button', { name: /管理情報/ }))
  expect(panel.queryByText('削除済みのSDS')).toBeNull()
  await userEvent.click(panel.getByRole('button', { name: '閉じる' }))
  await userEvent.click(screen.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(patched).toMatchObject([{ body: { filter: { supplier: ['東西'] } } }]))
})

test.each([
  ['the user who added it', { name: '佐藤 花子' }, '佐藤 花子'],
  ['nobody, once that user has been removed', { name: '' }, '（削除済み）'],
])('whose own sheets it has is said in the list and in the form: %s', async (_, given, name) => {
  show([{ ...setting, owner: { ...other, ...given }, filter: { mine: true, name: ['シンナー'] } }])
  expect(await screen.findByText(`対象：自分が担当するSDS、SDS名で絞り込み、登録者：${name}`)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: '「月次一覧」を編集' }))
  const sheets = within(await screen.findByRole('group', { name: '対象のSDS' }))
  const hint = `「自分が担当するSDS」「自部署のSDS」は、この設定の登録者（${name}）の担当と部署で絞り込みます。`
  expect(sheets.getByText(hint)).toBeVisible()
  await userEvent.click(sheets.getByRole('button', { name: /自分が担当するSDS.*を解除/ }))
  expect(sheets.queryByText(hint)).toBeNull()
})

test('a new one has the own sheets of the user who adds it', async () => {
  show([])
  await userEvent.click(await screen.findByRole('button', { name: '定期エクスポートを追加' }))
  const sheets = within(await screen.findByRole('group', { name: '対象のSDS' }))
  expect(sheets.queryByText(/の担当と部署で絞り込みます/)).toBeNull()
  await userEvent.click(sheets.getByRole('button', { name: /^絞り込み/ }))
  const panel = within(await screen.findByRole('dialog', { name: '絞り込み条件' }))
  await userEvent.click(await panel.findByRole('button', { name: /管理情報/ }))
  await userEvent.click(await panel.findByLabelText('自部署のSDS'))
  await userEvent.click(panel.getByRole('button', { name: '閉じる' }))
  expect(await sheets.findByText(/登録者（山田 太郎）の担当と部署で絞り込みます/)).toBeVisible()
})

test('says how to get it where the plan has none', async () => {
  show([], 0)
  expect(await screen.findByText(/「定期エクスポート」は、ご契約のプランに含まれていません。/)).toBeVisible()
  expect(screen.queryByRole('button', { name: '定期エクスポートを追加' })).toBeNull()
})
