import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import type { Checklist } from '@/shared/api/checklists'
import { asPerson, person } from '@/test/fixtures'
import { checklist } from '@/test/laws'
import { renderScreen } from '@/test/render'
import { server } from '@/test/server'
import { ChecklistsPage } from './ChecklistsPage'

/** The company's checklists as the API returns them; changes are recorded. */
function lists(items: Checklist[]) {
  const called: string[] = []
  let now = items
  const turn = (to: 'suspend' | 'resume', state: Checklist['state']) =>
    http.put(`*/api/v1/dynamic_lists/${to}`, async ({ request }) => {
      const { dynamic_list_ids: ids } = (await request.json()) as { dynamic_list_ids: string[] }
      called.push(`${to} ${ids.join(',')}`)
      now = now.map(list => (ids.includes(list.id) ? { ...list, state } : list))
      return HttpResponse.json({ items: now.filter(({ id }) => ids.includes(id)) })
    })
  server.use(
    http.get('*/api/v1/dynamic_lists', () => HttpResponse.json({ items: now, total: now.length, page: 1, limit: 50, max: 100 })),
    turn('suspend', 'suspended'),
    turn('resume', 'resumed'),
    http.delete('*/api/v1/dynamic_lists/:id', ({ params, request }) => {
      called.push(`delete ${String(params.id)} ${request.headers.get('If-Match')}`)
      now = now.filter(({ id }) => id !== params.id)
      return new HttpResponse(null, { status: 204 })
    }),
  )
  return called
}

const rows = async () => {
  await screen.findAllByRole('rowheader')
  return within(screen.getByRole('grid', { name: 'チェックリスト' })).getAllByRole('row').slice(1).map(row => within(row))
}

it('lists checklists with their targets and counts', async () => {
  asPerson()
  lists([
    checklist({ new_hits: 2 }),
    checklist({ id: 'l2', title: '自社管理物質', kind: 'substances', state: 'suspended', targets: [], substances: [{ cas: '108-88-3', name: 'トルエン', threshold: 0, operator: '>=' }, { cas: '71-43-2', threshold: 0.1, operator: '>' }, { cas: '67-64-1', threshold: 1, operator: '>=' }] }),
    checklist({ id: 'l3', title: '依頼中', kind: 'request', state: 'requested', targets: [], law_regulation_text: '輸出規制', counts: { applies: 0, requires_context: 0, scheduled: 0, unknown: 0, below_threshold: 0 } }),
  ])
  renderScreen(<ChecklistsPage />)
  const [first, second, third] = await rows()
  expect(first!.getByRole('link', { name: '化管法の確認' })).toHaveAttribute('href', '/dynamic/list/l1')
  for (const text of ['作成済み', '第一種指定化学物質', '該当 3', '要確認（条件による） 1', '判定不能 2', '裾切値未満 4', '新規 2件', '鈴木 健太', '2026/04/01']) expect(first!.getByText(text)).toBeVisible()
  expect(first!.queryByText(/施行予定/)).toBeNull()
  expect(second!.getByText('トルエン、71-43-2 ほか1件')).toBeVisible()
  expect(second!.getByText('停止中')).toBeVisible()
  expect(third!.getByText('輸出規制')).toBeVisible()
  expect(third!.getByText('依頼済み')).toBeVisible()
})

it('suspends and resumes the selected ones', async () => {
  asPerson()
  const called = lists([checklist(), checklist({ id: 'l2', title: '停止中のリスト', state: 'suspended' })])
  renderScreen(<ChecklistsPage />)
  await userEvent.click(await screen.findByRole('checkbox', { name: '「化管法の確認」を選択' }))
  expect(screen.getByRole('button', { name: '更新を再開' })).toBeDisabled()
  await userEvent.click(screen.getByRole('button', { name: '更新を停止' }))
  await waitFor(() => expect(screen.getByText('チェックリストの更新を停止しました。')).toBeVisible())
  await waitFor(() => expect(screen.getAllByText('停止中')).toHaveLength(2))
  await userEvent.click(screen.getByRole('checkbox', { name: 'このページのすべての行を選択' }))
  expect(screen.getByText('2件を選択中')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: '更新を再開' }))
  await waitFor(() => expect(called).toEqual(['suspend l1', 'resume l1,l2']))
  expect(await screen.findAllByText('再開済み')).toHaveLength(2)
})

it('deletes one after confirmation', async () => {
  asPerson()
  const called = lists([checklist()])
  renderScreen(<ChecklistsPage />)
  await userEvent.click(await screen.findByRole('button', { name: '「化管法の確認」を削除' }))
  const dialog = within(screen.getByRole('alertdialog', { name: 'チェックリストを削除しますか？' }))
  expect(called).toEqual([])
  await userEvent.click(dialog.getByRole('button', { name: '削除' }))
  expect(await screen.findByText('チェックリストはまだありません')).toBeVisible()
  expect(called).toEqual(['delete l1 "4"'])
})

it('offers a viewer nothing to change', async () => {
  asPerson(person('viewer'))
  lists([checklist()])
  renderScreen(<ChecklistsPage />)
  expect(await screen.findByRole('link', { name: '化管法の確認' })).toBeVisible()
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(screen.queryByRole('button')).toBeNull()
})
