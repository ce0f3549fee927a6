import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { asPerson, person } from '@/test/fixtures'
import { renderScreen } from '@/test/render'
import { held } from '@/test/requests'
import { server } from '@/test/server'
import { sheetRow } from '@/test/sheets'
import { SheetListPage } from './SheetListPage'

const rows = [sheetRow(), sheetRow({ id: 's2', name: '塩酸', tag_id_list: [] })]

/** A list of more sheets than are on the page; what is sent is recorded. */
function list(total = 70) {
  const sent: { path: string; body: unknown }[] = []
  const keep = async (request: Request) => sent.push({ path: new URL(request.url).pathname.replace(/^.*\/companies\/[^/]+/, ''), body: await request.json() })
  server.use(
    http.get('*/api/v1/companies/:id/sdses', () => HttpResponse.json({ items: rows, total, page: 1, limit: 50, in_progress: 0 })),
    http.patch('*/api/v1/companies/:id/sdses/batch_edit', async ({ request }) => {
      await keep(request)
      return HttpResponse.json({ changed: 2, skipped: 0 })
    }),
    http.put('*/api/v1/companies/:id/sdses/delete', async ({ request }) => {
      await keep(request)
      const more = sent.filter(({ path }) => path === '/sdses/delete').length === 1 && total > 2
      return HttpResponse.json({ deleted: 1, deleted_ids: [more ? 's1' : 's2'], remaining: more ? 1 : 0, skipped: 0 })
    }),
    http.put('*/api/v1/companies/:id/sdses/restore', async ({ request }) => {
      await keep(request)
      return new HttpResponse(null, { status: 204 })
    }),
  )
  return { sent, keep }
}

const selectBoth = async () => userEvent.click(await screen.findByRole('checkbox', { name: 'このページのすべての行を選択' }))

it('adds a tag to all that match', async () => {
  asPerson()
  const { sent } = list()
  renderScreen(<SheetListPage />, '/?signal_word=danger')
  await selectBoth()
  await userEvent.click(screen.getByRole('button', { name: '条件に合う70件すべてを選択' }))
  await userEvent.click(screen.getByRole('checkbox', { name: '「塩酸」を選択' }))
  await userEvent.click(screen.getByRole('button', { name: 'タグ' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'タグの変更（69件）' }))
  expect(dialog.getByRole('button', { name: '変更する' })).toBeDisabled()
  await userEvent.click(dialog.getByRole('combobox', { name: '追加' }))
  await userEvent.click(screen.getByRole('option', { name: '第一倉庫' }))
  await userEvent.click(dialog.getByRole('button', { name: '変更する' }))
  await waitFor(() => expect(screen.getByText('2件のSDSを変更しました。')).toBeVisible())
  expect(sent).toEqual([{ path: '/sdses/batch_edit', body: { filter: { signal_word: ['danger'] }, exclude_ids: ['s2'], add_tags: ['t1'], expected_count: 69, skip_denied: false } }])
  await waitFor(() => expect(screen.queryByRole('toolbar', { name: '選択した行の操作' })).toBeNull())
})

it('makes a tag where it is missed', async () => {
  asPerson()
  const { sent } = list(2)
  const made: unknown[] = []
  server.use(
    http.post('*/api/v1/companies/:id/tags', async ({ request }) => {
      made.push(await request.json())
      return made.length === 1
        ? HttpResponse.json({ code: 'input.invalid', detail: '', fields: [{ path: 'name', code: 'x', detail: '先頭に記号は使用できません。' }] }, { status: 400 })
        : HttpResponse.json({ id: 't9', name: '秋の棚卸', version: 1, created_at: '2026-11-26T00:00:00Z', updated_at: '2026-11-26T00:00:00Z' }, { status: 201 })
    }),
  )
  renderScreen(<SheetListPage />)
  await selectBoth()
  await userEvent.click(screen.getByRole('button', { name: 'タグ' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'タグの変更（2件）' }))
  const box = dialog.getByRole('combobox', { name: '追加' })
  await userEvent.type(box, '第一倉庫')
  expect(screen.getAllByRole('option').map(option => option.textContent)).toEqual(['第一倉庫'])
  await userEvent.clear(box)
  await userEvent.type(box, '秋の棚卸')
  await userEvent.click(screen.getByRole('option', { name: '「秋の棚卸」を新しいタグとして追加' }))
  expect(await dialog.findByText('先頭に記号は使用できません。')).toBeVisible()
  expect(dialog.getByRole('button', { name: '変更する' })).toBeDisabled()
  await userEvent.clear(box)
  await userEvent.type(box, '秋の棚卸')
  await userEvent.click(screen.getByRole('option', { name: '「秋の棚卸」を新しいタグとして追加' }))
  await userEvent.click(await dialog.findByText('秋の棚卸'))
  await waitFor(() => expect(dialog.getByRole('button', { name: '変更する' })).toBeEnabled())
  await userEvent.click(dialog.getByRole('button', { name: '変更する' }))
  await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ sds_ids: ['s1', 's2'], add_tags: ['t9'], expected_count: 2, skip_denied: false }]))
  expect(made).toEqual([{ name: '秋の棚卸' }, { name: '秋の棚卸' }])
})

it.each([
  ['to those who may make one', true, ['「ＬＡＢ  ａ2」を新しいタグとして追加']],
  ['to nobody else', false, []],
] as const)('offers a new tag of a name that exists in no writing, %s', async (_, may, offer) => {
  const me = person()
  asPerson({ ...me, role: { ...me.role, permissions: me.role.permissions.filter(one => may || one !== 'TAG_CREATE') } })
  list(2)
  server.use(http.get('*/api/v1/companies/:id/tags', () => HttpResponse.json({ items: [{ id: 't1', name: 'Lab A', version: 1, created_at: '', updated_at: '' }], total: 1 })))
  renderScreen(<SheetListPage />)
  await selectBoth()
  await userEvent.click(screen.getByRole('button', { name: 'タグ' }))
  const type = async (text: string) => userEvent.type(await screen.findByRole('combobox', { name: '追加' }), text)
  const offered = () => screen.queryAllByRole('option').map(option => option.textContent)
  await type('lab a')
  expect(offered()).toEqual(['Lab A'])
  await userEvent.clear(screen.getByRole('combobox', { name: '追加' }))
  await type('ＬＡＢ  ａ')
  expect(offered()).toEqual(['Lab A'])
  await type('2')
  expect(offered()).toEqual(offer)
})

it('shows tags at once, and takes them back with a notice if they are refused', async () => {
  asPerson()
  const { keep, sent } = list(2)
  const first = held(() => HttpResponse.json({ code: 'batch.denied', detail: '変更する権限のないSDSが含まれています。', denied_sds_list: [{ id: 's2', name: '他部署の塩酸' }] }, { status: 400 }))
  server.use(
    http.patch('*/api/v1/companies/:id/sdses/batch_edit', async ({ request }) => {
      await keep(request)
      return sent.length === 1 ? ((await first.answer()) as HttpResponse<null>) : HttpResponse.json({ changed: 1, skipped: 1 })
    }),
  )
  localStorage.setItem('anzen.table.sheets', JSON.stringify({ columns: ['tag_id_list'], density: 'standard' }))
  renderScreen(<SheetListPage />)
  await selectBoth()
  await userEvent.click(screen.getByRole('button', { name: 'タグ' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'タグの変更（2件）' }))
  await userEvent.click(dialog.getByRole('combobox', { name: '追加' }))
  await userEvent.click(screen.getByRole('option', { name: '第一倉庫' }))
  await userEvent.click(dialog.getByRole('button', { name: '変更する' }))
  // The answer is not there yet.
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const row = () => screen.getByRole('row', { name: /塩酸/ })
  await waitFor(() => expect(row()).toHaveTextContent('第一倉庫'))
  first.release()
  const notice = within(await screen.findByRole('alert'))
  expect(notice.getByText(/他部署の塩酸/)).toBeVisible()
  await waitFor(() => expect(row()).not.toHaveTextContent('第一倉庫'))
  await userEvent.click(notice.getByRole('button', { name: '変更できるSDSだけ変更' }))
  await waitFor(() => expect(screen.getByText('1件のSDSを変更しました。変更できない1件は除きました。')).toBeVisible())
  expect(sent.map(({ body }) => body)).toEqual([false, true].map(skip => ({ sds_ids: ['s1', 's2'], add_tags: ['t1'], expected_count: 2, skip_denied: skip })))
})

it('names the sheets that may not be changed, and changes the others on request', async () => {
  asPerson()
  const { sent, keep } = list(2)
  server.use(
    http.patch('*/api/v1/companies/:id/sdses/batch_edit', async ({ request }) => {
      await keep(request)
      if (sent.length > 1) return HttpResponse.json({ changed: 1, skipped: 1 })
      return HttpResponse.json({ code: 'batch.denied', detail: '変更する権限のないSDSが1件含まれているため、変更しませんでした。', denied_sds_list: [{ id: 's2', name: '他部署の塩酸' }] }, { status: 400 })
    }),
  )
  renderScreen(<SheetListPage />)
  await selectBoth()
  await userEvent.click(screen.getByRole('button', { name: '部署' }))
  const dialog = within(await screen.findByRole('dialog', { name: '部署の変更（2件）' }))
  await userEvent.click(dialog.getByRole('combobox', { name: '解除' }))
  await userEvent.click(screen.getByRole('option', { name: '製造部' }))
  await userEvent.click(dialog.getByRole('button', { name: '変更する' }))
  expect(await dialog.findByText('他部署の塩酸')).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: '変更できるSDSだけ変更' }))
  await waitFor(() => expect(screen.getByText('1件のSDSを変更しました。変更できない1件は除きました。')).toBeVisible())
  expect(sent.at(-1)?.body).toEqual({ sds_ids: ['s1', 's2'], remove_departments: ['d1'], expected_count: 2, skip_denied: true })
})

it('deletes all that match in several requests, and takes it back', async () => {
  asPerson()
  const { sent } = list()
  renderScreen(<SheetListPage />)
  await selectBoth()
  await userEvent.click(screen.getByRole('button', { name: '条件に合う70件すべてを選択' }))
  await userEvent.click(screen.getByRole('button', { name: '削除' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: '70件のSDSを削除しますか？' }))
  await userEvent.click(dialog.getByRole('button', { name: '削除' }))
  await waitFor(() => expect(screen.getByText('2件のSDSを削除しました。')).toBeVisible())
  await userEvent.click(screen.getByRole('button', { name: '元に戻す' }))
  await waitFor(() => expect(screen.getByText('2件のSDSを元に戻しました。')).toBeVisible())
  expect(sent).toEqual([
    { path: '/sdses/delete', body: { filter: {}, exclude_ids: [], expected_count: 70, skip_denied: false } },
    { path: '/sdses/delete', body: { filter: {}, exclude_ids: [], skip_denied: false } },
    { path: '/sdses/restore', body: { sds_ids: ['s1', 's2'] } },
  ])
})

/** A job that is answered, as ended, when the test says so. */
function job(id: string, kind: string, end: object) {
  let finish = () => {}
  const finished = new Promise<void>(resolve => (finish = resolve))
  server.use(
    http.get(`*/api/v1/companies/:id/jobs/${id}`, async () => {
      await finished
      return HttpResponse.json({ id, kind, state: 'done', stopping: false, done: 70, total: 70, notes: [], created_at: '2026-04-01T00:00:00Z', version: 1, ...end })
    }),
  )
  return () => finish()
}

it('deletes thousands by a job, follows it to its end, and takes it back', async () => {
  asPerson()
  const { sent, keep } = list(12_500)
  server.use(
    http.put('*/api/v1/companies/:id/sdses/delete', async ({ request }) => {
      await keep(request)
      if (sent.length === 1) return HttpResponse.json({ code: 'deletion.denied', detail: '削除する権限のないSDSが1件含まれています。', denied_sds_list: [{ id: 's9', name: '他部署の塩酸' }] }, { status: 400 })
      return HttpResponse.json({ deleted: 0, deleted_ids: [], remaining: 0, skipped: 1, job_id: 'j1' }, { status: 202 })
    }),
    http.post('*/api/v1/companies/:id/jobs/j1/undo', () => HttpResponse.json({ job_id: 'j2' }, { status: 202 })),
  )
  const deleted = job('j1', 'deletion', { can_undo: true, left_total: 2 })
  const restored = job('j2', 'restoration', {})
  renderScreen(<SheetListPage />)
  await selectBoth()
  await userEvent.click(screen.getByRole('button', { name: '条件に合う12,500件すべてを選択' }))
  await userEvent.click(screen.getByRole('button', { name: '削除' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: '12,500件のSDSを削除しますか？' }))
  await userEvent.click(dialog.getByRole('button', { name: '削除' }))
  expect(await dialog.findByText('他部署の塩酸')).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: '削除できるSDSだけ削除' }))
  expect(await screen.findByText('12,499件のSDSを削除しています。')).toBeVisible()
  expect(screen.getByRole('progressbar', { name: '処理中' })).toBeInTheDocument()
  deleted()
  expect(await screen.findByText('68件のSDSを削除しました。2件は削除できませんでした。')).toBeVisible()
  await waitFor(() => expect(screen.queryByText('12,499件のSDSを削除しています。')).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: '元に戻す' }))
  expect(await screen.findByText('SDSを元に戻しています。')).toBeVisible()
  restored()
  expect(await screen.findByText('70件のSDSを元に戻しました。')).toBeVisible()
  expect(sent.map(({ body }) => body)).toEqual([
    { filter: {}, exclude_ids: [], expected_count: 12_500, skip_denied: false },
    { filter: {}, exclude_ids: [], expected_count: 12_500, skip_denied: true },
  ])
})

it('has all that match analyzed again by a job', async () => {
  const me = person()
  asPerson({ ...me, role: { ...me.role, permissions: [...me.role.permissions, 'SDS_REQUEST_OWN_DEPARTMENT'] } })
  const { sent, keep } = list(12_500)
  server.use(
    http.post('*/api/v1/companies/:id/sdses/reanalysis', async ({ request }) => {
      await keep(request)
      return HttpResponse.json({ job_id: 'j1', sheets: 12_499, skipped: 0 }, { status: 202 })
    }),
  )
  const analysed = job('j1', 'reanalysis', {})
  renderScreen(<SheetListPage />)
  await selectBoth()
  await userEvent.click(screen.getByRole('button', { name: '条件に合う12,500件すべてを選択' }))
  await userEvent.click(screen.getByRole('checkbox', { name: '「塩酸」を選択' }))
  await userEvent.click(screen.getByRole('button', { name: '再解析' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: '12,499件のSDSを再解析しますか？' }))
  await userEvent.type(dialog.getByRole('textbox', { name: 'コメント（任意）' }), '新しい辞書で')
  await userEvent.click(dialog.getByRole('button', { name: '再解析する' }))
  expect(await screen.findByText('12,499件のSDSの再解析を開始しました。')).toBeVisible()
  analysed()
  expect(await screen.findByText('70件のSDSの再解析が完了しました。')).toBeVisible()
  expect(sent).toEqual([{ path: '/sdses/reanalysis', body: { filter: {}, exclude_ids: ['s2'], comment: '新しい辞書で', expected_count: 12_499, skip_denied: false } }])
})

it('says why a selection is too large, and sends nothing', async () => {
  asPerson()
  const { sent } = list(12_500)
  renderScreen(<SheetListPage />)
  await selectBoth()
  await userEvent.click(screen.getByRole('button', { name: '条件に合う12,500件すべてを選択' }))
  const tags = screen.getByRole('button', { name: 'タグ' })
  expect(tags).toHaveAttribute('aria-disabled', 'true')
  await userEvent.click(tags)
  expect(await screen.findByText('一度に変更できるのは10,000件までです。条件で絞り込んでください。', { selector: '[data-notice] *' })).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(sent).toEqual([])
})

it('offers to restore deleted sheets, and nothing else', async () => {
  asPerson()
  const { sent } = list(2)
  renderScreen(<SheetListPage />, '/?removed=true')
  await selectBoth()
  const bar = within(screen.getByRole('toolbar', { name: '選択した行の操作' }))
  expect(bar.queryByRole('button', { name: '削除' })).toBeNull()
  await userEvent.click(bar.getByRole('button', { name: '元に戻す' }))
  await waitFor(() => expect(screen.getByText('2件のSDSを元に戻しました。')).toBeVisible())
  expect(sent).toEqual([{ path: '/sdses/restore', body: { sds_ids: ['s1', 's2'] } }])
})

it('restores all deleted ones that match by a job, and opens them again', async () => {
  asPerson()
  const { sent, keep } = list(12_500)
  server.use(
    http.post('*/api/v1/companies/:id/sdses/restoration', async ({ request }) => {
      await keep(request)
      if (sent.length === 1) return HttpResponse.json({ code: 'deletion.restore_denied', detail: '元に戻す権限のないSDSが1件含まれています。', denied_sds_list: [{ id: 's9', name: '他部署の塩酸' }] }, { status: 400 })
      return HttpResponse.json({ job_id: 'j1', sheets: 12_498, skipped: 1 }, { status: 202 })
    }),
  )
  const restored = job('j1', 'restoration', { left_total: 1 })
  renderScreen(<SheetListPage />, '/?removed=true&signal_word=danger')
  await selectBoth()
  await userEvent.click(screen.getByRole('button', { name: '条件に合う12,500件すべてを選択' }))
  await userEvent.click(screen.getByRole('checkbox', { name: '「塩酸」を選択' }))
  await userEvent.click(within(screen.getByRole('toolbar', { name: '選択した行の操作' })).getByRole('button', { name: '元に戻す' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: '12,499件のSDSを元に戻しますか？' }))
  await userEvent.click(dialog.getByRole('button', { name: '元に戻す' }))
  expect(await dialog.findByText('他部署の塩酸')).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: '元に戻せるSDSだけ元に戻す' }))
  expect(await screen.findByText('SDSを元に戻しています。')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  restored()
  expect(await screen.findByText('69件のSDSを元に戻しました。1件は元に戻せませんでした。')).toBeVisible()
  const matching = { filter: { signal_word: ['danger'], removed: true }, exclude_ids: ['s2'], expected_count: 12_499 }
  expect(sent).toEqual([false, true].map(skip => ({ path: '/sdses/restoration', body: { ...matching, skip_denied: skip } })))
  await waitFor(() => expect(screen.queryByRole('toolbar', { name: '選択した行の操作' })).toBeNull())
})

it('opens no deleted sheet, but offers to restore it', async () => {
  asPerson()
  const { sent } = list(2)
  renderScreen(<SheetListPage />, '/?removed=true')
  await userEvent.click(await screen.findByText('塩酸'))
  expect(await screen.findByText('「塩酸」は削除済みです。開くには元に戻してください。')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: '元に戻す' }))
  await waitFor(() => expect(screen.getByText('1件のSDSを元に戻しました。')).toBeVisible())
  expect(sent).toEqual([{ path: '/sdses/restore', body: { sds_ids: ['s2'] } }])
})

it('lets a viewer select nothing', async () => {
  asPerson(person('viewer'))
  list()
  renderScreen(<SheetListPage />)
  expect(await screen.findByText('塩酸')).toBeVisible()
  expect(screen.queryByRole('checkbox')).toBeNull()
})

it('checks a CSV before it takes effect', async () => {
  asPerson()
  list()
  const dry: unknown[] = []
  server.use(
    http.patch('*/api/v1/companies/:id/sdses/batch_patch', async ({ request }) => {
      const body = (await request.json()) as { file: string; dry_run: boolean }
      const wrong = atob(body.file).includes('wrong')
      dry.push(body.dry_run)
      return HttpResponse.json({
        rows: 3, changed: wrong ? 0 : 2, columns: wrong ? [] : [{ field: 'note', column: '備考', count: 2 }], ignored_columns: ['製品名'],
        errors: wrong ? [{ row: 2, column: 'タグ', field: 'tags', code: 'batch.tag_unknown', detail: '2行目「タグ」：タグ「x」は登録されていません。' }] : [], error_total: wrong ? 1 : 0,
      })
    }),
  )
  renderScreen(<SheetListPage />)
  await userEvent.click(await screen.findByRole('button', { name: 'CSVで一括編集' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'CSVによる一括編集' }))
  const apply = dialog.getByRole('button', { name: '反映する' })
  await userEvent.upload(dialog.getByTestId('csv'), new File(['wrong'], 'a.csv', { type: 'text/csv' }))
  // A page cannot keep a chosen file: closing the tab asks.
  expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(false)
  expect(await dialog.findByText('2行目「タグ」：タグ「x」は登録されていません。')).toBeVisible()
  expect(apply).toBeDisabled()
  await userEvent.upload(dialog.getByTestId('csv'), new File(['right'], 'b.csv', { type: 'text/csv' }))
  expect(await dialog.findByText('3行を確認しました。2件のSDSを変更します。')).toBeVisible()
  expect(dialog.getByText('備考：2件')).toBeVisible()
  await userEvent.click(apply)
  await waitFor(() => expect(screen.getByText('2件のSDSを変更しました。')).toBeVisible())
  expect(dry).toEqual([true, true, false])
})
