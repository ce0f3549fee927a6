import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { Suspense } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Checklist, Result, ResultPage } from '@/shared/api/checklists'
import { invalidate } from '@/shared/api/queryClient'
import { hasUnsaved } from '@/shared/lib/unsaved'
import { asPerson, person } from '@/test/fixtures'
import { checklist, proof, result, resultCounts, unknownProof } from '@/test/laws'
import { renderRoutes } from '@/test/render'
import { catchFiles } from '@/test/saved'
import { server } from '@/test/server'
import { LeaveGuard } from '@/shared/ui/LeaveGuard'
import { ChecklistPage } from './ChecklistPage'

/** A checklist with its results as the API returns them; queries and requests are recorded. */
function serve(results: Result[], list: Checklist = checklist()) {
  const queries: URLSearchParams[] = []
  const sent: { method: string; version: string | null; body: unknown }[] = []
  let now = results
  let refuse: Response | null = null
  const keep = async (request: Request) => {
    const text = await request.text()
    sent.push({ method: request.method, version: request.headers.get('If-Match'), body: text ? (JSON.parse(text) as unknown) : null })
  }
  server.use(
    http.get('*/api/v1/dynamic_lists/l1', () => HttpResponse.json(list)),
    http.get('*/api/v1/dynamic_list_results/l1', ({ request }) => {
      queries.push(new URL(request.url).searchParams)
      return HttpResponse.json({ items: now, total: now.length, page: 1, limit: 50, counts: resultCounts } satisfies ResultPage)
    }),
    http.put('*/api/v1/dynamic_list_results/l1/s1', async ({ request }) => {
      await keep(request)
      if (refuse) return refuse
      const body = sent.at(-1)?.body as Partial<Result>
      now = now.map(one => ({ ...one, ...body, version: one.version + 1, judged_at: '2026-04-02T01:30:00Z', judged_by_name: '山田 太郎' }))
      return HttpResponse.json(now[0])
    }),
    http.post('*/api/v1/dynamic_list_results/l1/s1', async ({ request }) => {
      await keep(request)
      return HttpResponse.json({ ...now[0], proofs: [proof({ inputs: [{ section: 3, field: 'composition/r1/cas', text: '108-88-3' }] })] })
    }),
    http.delete('*/api/v1/dynamic_list_results/l1/s1', async ({ request }) => {
      await keep(request)
      now = []
      return new HttpResponse(null, { status: 204 })
    }),
  )
  return { queries, sent, set: (next: Result[]) => (now = next), refuse: (answer: Response | null) => (refuse = answer) }
}

const show = (path = '/dynamic/list/l1') => renderRoutes([{ path: '/dynamic/list/:listId', element: <Suspense><ChecklistPage /><LeaveGuard /></Suspense> }], path)
const rows = async () => {
  await screen.findAllByRole('rowheader')
  return within(screen.getByRole('grid', { name: 'チェック結果' })).getAllByRole('row').slice(1).map(row => within(row))
}
const openFirst = async () => {
  await userEvent.click(await screen.findByRole('button', { name: '「シンナーA」の判定の根拠' }))
  return within(screen.getByRole('form', { name: '「シンナーA」の社内判断' }))
}

beforeEach(() => asPerson())

describe('the updates of a checklist', () => {
  it('offers to resume them only when that can be done, so that no press is lost', async () => {
    serve([result()])
    let state: Checklist['state'] = 'created'
    let release = () => {}
    const held = new Promise<void>(resolve => (release = resolve))
    const called: string[] = []
    server.use(
      http.get('*/api/v1/dynamic_lists/l1', () => HttpResponse.json(checklist({ state }))),
      http.get('*/api/v1/dynamic_list_results/l1', async () => {
        if (state === 'suspended') await held
        return HttpResponse.json({ items: [], total: 0, page: 1, limit: 50, counts: resultCounts } satisfies ResultPage)
      }),
      http.put('*/api/v1/dynamic_lists/suspend', () => {
        state = 'suspended'
        called.push('suspend')
        return HttpResponse.json({ items: [checklist({ state })] })
      }),
      http.put('*/api/v1/dynamic_lists/resume', () => {
        state = 'resumed'
        called.push('resume')
        return HttpResponse.json({ items: [checklist({ state })] })
      }),
    )
    show()
    await userEvent.click(await screen.findByRole('button', { name: '更新を停止' }))
    expect(await screen.findByText('停止中')).toBeVisible()
    expect(screen.getByRole('button', { name: '更新を停止' })).toHaveAttribute('aria-disabled', 'true')
    expect(screen.queryByRole('button', { name: '更新を再開' })).toBeNull()
    release()
    await userEvent.click(await screen.findByRole('button', { name: '更新を再開' }))
    await waitFor(() => expect(called).toEqual(['suspend', 'resume']))
  })
})

describe('what a checklist finds', () => {
  it('is listed with the law that hits, reviews and changes', async () => {
    serve([
      result({ is_new: true, stated: [{ code: 'JP-PRTR-1', name: { ja: '第一種（15項）', en: 'Class I' } }] }),
      result({ id: 's2', sheet: { ...result().sheet, id: 's2', name: 'シンナーB' }, verdict: 'unknown', proofs: [unknownProof, proof({ verdict: 'below_threshold' })], judgement: 'does_not_apply', note: '使用しない', ground_changed: true, version: 3 }),
    ])
    show()
    const [first, second] = await rows()
    for (const text of ['該当', '新規', 'T-100 / 東西化学株式会社', '2024/10/01', '化管法', '未判断', '15項の記載：第一種（15項）']) expect(first!.getByText(text)).toBeVisible()
    expect(first!.getByText(/第一種指定化学物質：トルエン 10～20%（裾切値 1%以上）/)).toBeVisible()
    for (const text of ['判定不能', '根拠変更あり', '非該当', '使用しない']) expect(second!.getByText(text)).toBeVisible()
    expect(screen.getByText('年次の届出に使うリスト')).toBeVisible()
    expect(screen.getByRole('heading', { level: 1, name: '化管法の確認' })).toBeVisible()
  })

  it('names the classes of a law under which a substance falls', async () => {
    const irritant = proof({ law_code: 'JP-ISHA', category_code: 'SKIN', class_code: 'IRRITANT', law_name: { ja: '労働安全衛生法', en: '' }, category_name: { ja: '皮膚等障害化学物質等', en: '' }, class_name: { ja: '皮膚刺激性有害物質', en: '' } })
    serve([result({ proofs: [{ ...irritant, category_code: 'SDS', class_code: 'DEFAULT', verdict: 'scheduled', category_name: { ja: '名称等を通知すべき危険物及び有害物', en: '' } }, irritant] })])
    show()
    const [first] = await rows()
    const lines = first!.getAllByText(/トルエン 10～20%/).map(({ textContent }) => textContent)
    expect(lines).toEqual(['労働安全衛生法 皮膚等障害化学物質等（皮膚刺激性有害物質）：トルエン 10～20%（裾切値 1%以上）', '労働安全衛生法 名称等を通知すべき危険物及び有害物：トルエン 10～20%（裾切値 1%以上）'])
  })

  it('takes filters, order and page from the URL and requests with them', async () => {
    const { queries } = serve([])
    const router = show('/dynamic/list/l1?verdict=unknown,applies&judgement=none&changed=true&excluded=true&q=acid&sort=-revised_at&page=2&limit=25')
    await waitFor(() => expect(queries[0]?.toString()).toBe('verdict=applies&verdict=unknown&judgement=none&excluded=true&changed=true&q=acid&order_by_revised_at=desc&page=2&limit=25'))
    await userEvent.click((await screen.findAllByRole('button', { name: '条件をすべて解除' }))[0]!)
    expect(router.state.location.search).toBe('?sort=-revised_at&limit=25')
  })

  it('shows other verdicts when they are switched on', async () => {
    const { queries } = serve([result()])
    const router = show()
    const unknown = await screen.findByRole('button', { name: '判定不能 2' })
    expect(screen.getByRole('button', { name: '該当 3' })).toHaveAttribute('aria-pressed', 'true')
    expect(unknown).toHaveAttribute('aria-pressed', 'false')
    await userEvent.click(unknown)
    expect(router.state.location.search).toBe('?verdict=applies%2Crequires_context%2Cscheduled%2Cunknown')
    await waitFor(() => expect(queries.at(-1)?.getAll('verdict')).toEqual(['applies', 'requires_context', 'scheduled', 'unknown']))
    await userEvent.click(unknown)
    expect(router.state.location.search).toBe('')
  })

  it('expands to the proofs, leads to their places, and checks again', async () => {
    const { sent } = serve([result()])
    const router = show()
    await openFirst()
    await userEvent.click(screen.getByRole('button', { name: /^第一種指定化学物質/ }))
    expect(await screen.findByText('含有率の下限が裾切値以上です。')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: '再チェック' }))
    await userEvent.click(await screen.findByRole('button', { name: '3. CAS番号：108-88-3' }))
    expect(sent).toEqual([{ method: 'POST', version: null, body: null }])
    expect(router.state.location.search).toBe('?sheet=s1&at=3%3Acomposition%2Fr1%2Fcas')
  })

  it('is reviewed, with a note', async () => {
    const { sent } = serve([result()])
    show()
    const form = await openFirst()
    await userEvent.click(form.getByRole('radio', { name: '該当' }))
    await userEvent.type(form.getByRole('textbox', { name: 'メモ' }), '届出の対象')
    await userEvent.click(form.getByRole('button', { name: '保存' }))
    await waitFor(() => expect(screen.getByText('判断を保存しました。')).toBeVisible())
    expect(sent).toEqual([{ method: 'PUT', version: '"0"', body: { judgement: 'applies', note: '届出の対象' } }])
    expect(await form.findByText('山田 太郎 2026/04/02 10:30')).toBeVisible()
  })

  it('keeps the input on a conflict, and saves it over the other change', async () => {
    const { sent, set, refuse } = serve([result()])
    show()
    const form = await openFirst()
    await userEvent.type(form.getByRole('textbox', { name: 'メモ' }), '私のメモ')
    set([result({ version: 2, judgement: 'on_hold', note: '確認中' })])
    refuse(HttpResponse.json({ code: 'stale', detail: '' }, { status: 412 }))
    await userEvent.click(form.getByRole('button', { name: '保存' }))
    expect(await form.findByText('メモ：ほかのユーザーが「確認中」に変更しました。')).toBeVisible()
    // The judgement was changed only by the other one.
    expect(form.getByRole('radio', { name: '保留' })).toBeChecked()
    expect(form.getByRole('textbox', { name: 'メモ' })).toHaveValue('私のメモ')
    refuse(null)
    expect(form.getByRole('button', { name: '保存' })).toBeDisabled()
    await userEvent.click(form.getByRole('button', { name: 'メモ：自分の入力を残す' }))
    await userEvent.click(form.getByRole('button', { name: '保存' }))
    await waitFor(() => expect(screen.getByText('判断を保存しました。')).toBeVisible())
    expect(sent.flatMap(({ method, version }) => (method === 'PUT' ? [version] : []))).toEqual(['"0"', '"2"'])
  })

  it('shows the stored review after the input is discarded for another order', async () => {
    serve([result()])
    const router = show()
    const form = await openFirst()
    await userEvent.type(form.getByRole('textbox', { name: 'メモ' }), '私のメモ')
    await userEvent.click(screen.getByRole('button', { name: 'SDS名' }))
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '変更を破棄' }))
    await waitFor(() => expect(router.state.location.search).not.toBe(''))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(screen.getByRole('textbox', { name: 'メモ' })).toHaveValue('')
    await userEvent.type(screen.getByRole('textbox', { name: 'メモ' }), 'x')
    expect(hasUnsaved()).toBe(true)
  })

  it('is excluded, and included again', async () => {
    const { sent, set } = serve([result()])
    show()
    await openFirst()
    await userEvent.click(screen.getByRole('button', { name: 'このリストから除外' }))
    expect(await screen.findByText('該当するSDSはありません')).toBeVisible()
    expect(sent).toEqual([{ method: 'DELETE', version: '"0"', body: null }])
    set([result({ excluded: true, version: 1, note: 'メモ' })])
    await userEvent.click(screen.getByRole('switch', { name: '除外したSDSのみ' }))
    await openFirst()
    await userEvent.click(screen.getByRole('button', { name: '除外を取り消す' }))
    await waitFor(() => expect(sent.at(-1)).toEqual({ method: 'PUT', version: '"1"', body: { judgement: '', note: 'メモ', excluded: false } }))
  })

  it('gets the same judgement as all other selected ones; what somebody else has changed is told', async () => {
    serve([result(), result({ id: 's2', sheet: { ...result().sheet, id: 's2', name: 'シンナーB' }, version: 3 })])
    const bodies: unknown[] = []
    server.use(
      http.post('*/api/v1/dynamic_list_results/l1/judge', async ({ request }) => {
        bodies.push(await request.json())
        return HttpResponse.json({ judged: ['s1'], stale: ['s2'], gone: [] })
      }),
    )
    show()
    const all = await rows()
    for (const row of all) await userEvent.click(row.getByRole('checkbox'))
    await userEvent.click(screen.getByRole('button', { name: 'まとめて判断' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: '非該当' }))
    await waitFor(() => expect(bodies).toEqual([{ sheets: [{ id: 's1', version: 0 }, { id: 's2', version: 3 }], judgement: 'does_not_apply' }]))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'まとめて判断' })).toBeNull())
    expect(await screen.findByText(/^1件に反映しました。ほかの1件は別のユーザーが先に更新または削除したため/)).toBeVisible()
  })

  it('says how many of the selected ones somebody else has taken off the list', async () => {
    const { set } = serve([result(), result({ id: 's2', sheet: { ...result().sheet, id: 's2', name: 'シンナーB' } })])
    const bodies: unknown[] = []
    server.use(
      http.post('*/api/v1/dynamic_list_results/l1/judge', async ({ request }) => {
        bodies.push(await request.json())
        return HttpResponse.json({ judged: ['s1'], stale: [], gone: [] })
      }),
    )
    show()
    for (const row of await rows()) await userEvent.click(row.getByRole('checkbox'))
    set([result()])
    await invalidate('checklists')
    await waitFor(() => expect(screen.queryByText('シンナーB')).toBeNull())
    await userEvent.click(screen.getByRole('button', { name: 'まとめて判断' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: '保留' }))
    expect(await screen.findByText(/^1件に反映しました。ほかの1件は別のユーザーが/)).toBeVisible()
    expect(bodies).toEqual([{ sheets: [{ id: 's1', version: 0 }], judgement: 'on_hold' }])
  })

  it('stays while its review is being typed, though somebody else has changed it so that the list no longer finds it', async () => {
    const { sent, set, refuse } = serve([result(), result({ id: 's2', sheet: { ...result().sheet, id: 's2', name: 'シンナーB' } })])
    show('/dynamic/list/l1?judgement=none')
    const form = await openFirst()
    await userEvent.type(form.getByRole('textbox', { name: 'メモ' }), '私のメモ')
    set([result({ id: 's2', sheet: { ...result().sheet, id: 's2', name: 'シンナーB' } })])
    await invalidate('checklists')
    expect(await screen.findByText(/^一覧の条件に合わなくなりましたが/)).toBeVisible()
    const shown = await rows()
    expect(shown.map(row => row.queryByRole('rowheader')?.textContent?.slice(0, 5))).toEqual(['シンナーA', undefined, 'シンナーB'])

    // The judgement of the other user is read from the API, as no page has it.
    server.use(http.post('*/api/v1/dynamic_list_results/l1/s1', () => HttpResponse.json(result({ version: 1, judgement: 'on_hold', note: '他者のメモ' }))))
    refuse(HttpResponse.json({ code: 'version.stale', detail: '' }, { status: 412 }))
    await userEvent.click(form.getByRole('button', { name: '保存' }))
    await userEvent.click(await screen.findByRole('button', { name: 'メモ：自分の入力を残す' }))
    expect(form.getByRole('textbox', { name: 'メモ' })).toHaveValue('私のメモ')
    expect(form.getByRole('radio', { name: '保留' })).toBeChecked()
    refuse(null)
    await userEvent.click(form.getByRole('button', { name: '保存' }))
    await waitFor(() => expect(sent.at(-1)).toEqual({ method: 'PUT', version: '"1"', body: { judgement: 'on_hold', note: '私のメモ' } }))
    await waitFor(() => expect(screen.queryByText('シンナーA')).toBeNull())
  })

  it('keeps what was typed when somebody else deletes the checklist', async () => {
    serve([result()])
    show()
    const form = await openFirst()
    await userEvent.type(form.getByRole('textbox', { name: 'メモ' }), '私のメモ')
    const gone = () => HttpResponse.json({ code: 'not_found', detail: '' }, { status: 404 })
    server.use(http.all('*/api/v1/dynamic_lists/l1', gone), http.all('*/api/v1/dynamic_list_results/l1', gone), http.all('*/api/v1/dynamic_list_results/l1/s1', gone))
    await userEvent.click(form.getByRole('button', { name: '保存' }))
    expect(await form.findByText(/^ほかのユーザーがこの項目を削除しました/)).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('button', { name: '更新履歴' })).toBeNull())
    expect(form.getByRole('textbox', { name: 'メモ' })).toHaveValue('私のメモ')
    await userEvent.click(form.getByRole('button', { name: 'キャンセル' }))
    expect(await screen.findByText('お探しのチェックリストは見つかりません')).toBeVisible()
  })

  it('says so when it cannot be included again', async () => {
    const { refuse } = serve([result({ excluded: true, version: 1 })])
    show('/dynamic/list/l1?excluded=true')
    await openFirst()
    refuse(HttpResponse.json({ code: 'version.stale', detail: 'ほかのユーザーが先に更新しました。' }, { status: 412 }))
    await userEvent.click(screen.getByRole('button', { name: '除外を取り消す' }))
    expect(await screen.findByText('ほかのユーザーが先に更新しました。')).toBeVisible()
  })

  it('gets back its own judgement when that of all selected ones is undone', async () => {
    serve([result({ judgement: 'applies', version: 2 }), result({ id: 's2', sheet: { ...result().sheet, id: 's2', name: 'シンナーB' }, version: 3 })])
    const bodies: unknown[] = []
    server.use(
      http.post('*/api/v1/dynamic_list_results/l1/judge', async ({ request }) => {
        const body = (await request.json()) as { sheets: { id: string }[] }
        bodies.push(body)
        return HttpResponse.json({ judged: body.sheets.map(({ id }) => id), stale: [], gone: [] })
      }),
    )
    show()
    const all = await rows()
    for (const row of all) await userEvent.click(row.getByRole('checkbox'))
    await userEvent.click(screen.getByRole('button', { name: 'まとめて判断' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: '保留' }))
    await userEvent.click(await screen.findByRole('button', { name: '元に戻す' }))
    expect(await screen.findByText('2件を元に戻しました。')).toBeVisible()
    expect(bodies.slice(1)).toEqual([
      { sheets: [{ id: 's1', version: 3 }], judgement: 'applies', excluded: false },
      { sheets: [{ id: 's2', version: 4 }], judgement: '', excluded: false },
    ])
  })

  it('is exported at once, or by a job if the file is too large', async () => {
    serve([result()])
    const queries: string[] = []
    const started: unknown[] = []
    const saved = catchFiles()
    server.use(
      http.get('*/api/v1/dynamic_list_results/l1/export', ({ request }) => {
        queries.push(new URL(request.url).search)
        if (queries.length > 1) return HttpResponse.json({ code: 'checklist.export_too_much', detail: '結果が多すぎます。' }, { status: 400 })
        return new HttpResponse('PK', { headers: { 'Content-Disposition': "attachment; filename*=UTF-8''%E7%B5%90%E6%9E%9C.xlsx" } })
      }),
      // A job that cannot be read is not followed.
      http.get('*/api/v1/companies/:id/jobs/j1', () => HttpResponse.json({ code: 'not_found', detail: '' }, { status: 404 })),
      http.post('*/api/v1/dynamic_list_results/l1/export', async ({ request }) => {
        started.push(await request.json())
        return HttpResponse.json({ job_id: 'j1' }, { status: 202 })
      }),
    )
    show('/dynamic/list/l1?q=acid')
    await userEvent.click(await screen.findByRole('button', { name: 'エクスポート' }))
    await userEvent.click(await screen.findByRole('button', { name: 'エクスポートする' }))
    await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['結果.xlsx']))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await userEvent.click(screen.getByRole('button', { name: 'エクスポート' }))
    await userEvent.click(await screen.findByRole('radio', { name: 'CSV' }))
    await userEvent.click(screen.getByRole('radio', { name: 'Shift_JIS' }))
    await userEvent.click(screen.getByRole('button', { name: 'エクスポートする' }))
    expect(await screen.findByRole('link', { name: '処理状況を見る' })).toHaveAttribute('href', '#/jobs/j1')
    expect(queries).toEqual(['?q=acid&format=xlsx&charset=utf-8', '?q=acid&format=csv&charset=shift_jis'])
    expect(started).toEqual([{ q: 'acid', format: 'csv', charset: 'shift_jis' }])
    expect(screen.queryByText('結果が多すぎます。')).toBeNull()
  })

  it('is exported by a job if there are more results than fit a direct export', async () => {
    serve([result()])
    const started: unknown[] = []
    server.use(
      http.get('*/api/v1/dynamic_list_results/l1', () => HttpResponse.json({ items: [result()], total: 2001, page: 1, limit: 50, counts: resultCounts } satisfies ResultPage)),
      // A job that cannot be read is not followed.
      http.get('*/api/v1/companies/:id/jobs/j1', () => HttpResponse.json({ code: 'not_found', detail: '' }, { status: 404 })),
      http.post('*/api/v1/dynamic_list_results/l1/export', async ({ request }) => {
        started.push(await request.json())
        return HttpResponse.json({ job_id: 'j1' }, { status: 202 })
      }),
    )
    show('/dynamic/list/l1?verdict=unknown&excluded=true&sort=-revised_at')
    await userEvent.click(await screen.findByRole('button', { name: 'エクスポート' }))
    expect(await screen.findByText(/^2,000件を超えるため/)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'エクスポートする' }))
    expect(await screen.findByRole('link', { name: '処理状況を見る' })).toHaveAttribute('href', '#/jobs/j1')
    expect(started).toEqual([{ verdict: ['unknown'], excluded: true, order_by_revised_at: 'desc', format: 'xlsx', charset: 'utf-8' }])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('shows who changed the checklist', async () => {
    serve([result()])
    server.use(
      http.get('*/api/v1/dynamic_lists/l1/histories', () =>
        HttpResponse.json({
          items: [
            { id: 'c2', at: '2026-04-02T01:30:00Z', by: 'u1', by_name: '鈴木 健太', action: 'edited', changes: [{ field: 'extraction_targets', from: ['section_15'], to: [] }, { field: 'title', from: ['旧'], to: ['化管法の確認'] }] },
            { id: 'c1', at: '2026-04-01T00:00:00Z', by: 'u2', by_name: '', action: 'created', changes: [] },
          ],
          total: 2,
        }),
      ),
    )
    show()
    await userEvent.click(await screen.findByRole('button', { name: '更新履歴' }))
    const entries = await within(await screen.findByRole('dialog')).findAllByRole('listitem')
    expect(entries.map(entry => entry.textContent)).toEqual(['鈴木 健太編集2026/04/02 10:30確認する項目15項の記載タイトル旧化管法の確認', '削除済みのユーザー作成2026/04/01 09:00'])
  })

  it('offers a viewer nothing to change', async () => {
    asPerson(person('viewer'))
    serve([result({ judgement: 'applies', note: '届出の対象', version: 1, judged_at: '2026-04-02T01:30:00Z', judged_by_name: '鈴木 健太' })])
    show()
    await userEvent.click(await screen.findByRole('button', { name: '「シンナーA」の判定の根拠' }))
    expect(screen.getByText('社内判断：該当')).toBeVisible()
    for (const name of ['編集', '削除', '更新を停止', 'エクスポート', '保存', 'このリストから除外']) expect(screen.queryByRole('button', { name })).toBeNull()
  })

  it('shows a waiting state while the provider makes it', async () => {
    serve([], checklist({ kind: 'request', state: 'requested', law_regulation_text: '輸出規制', targets: [], dbt_types: [] }))
    show()
    expect(await screen.findByText(/当社で作成を進めています/)).toBeVisible()
    expect(screen.queryByRole('grid')).toBeNull()
  })

  it('reports a missing checklist', async () => {
    serve([])
    server.use(http.get('*/api/v1/dynamic_lists/l1', () => HttpResponse.json({ code: 'not_found', detail: '' }, { status: 404 })))
    show()
    expect(await screen.findByText('お探しのチェックリストは見つかりません')).toBeVisible()
  })
})
