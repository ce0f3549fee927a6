import { defaultScheduler, notifyManager } from '@tanstack/react-query'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, delay, http } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '@/shared/api/queryClient'
import { sheetQuery } from '@/shared/api/sheets'
import { asPerson, company } from '@/test/fixtures'
import { comparison, proof, sheetLaws } from '@/test/laws'
import { drawPdfAs } from '@/test/pdfPane'
import { renderScreen } from '@/test/render'
import { server } from '@/test/server'
import { serveSheet } from '@/test/sheetApi'
import { wholeSheet } from '@/test/sheets'
import { findValue, queryValue, value } from '@/test/values'
import { loadEditors } from './later'
import { SheetDrawer } from './SheetDrawer'

// The test checks the pane's props: jsdom has no canvas.
const closed = vi.fn()
const open = async () => {
  renderScreen(<SheetDrawer sheetId="s1" onClose={closed} />)
  // The late sections are filled last.
  await findValue(/^引火点：/)
  return value(/^製品名：/)
}
const flashPoint = () => value(/^引火点：/)

const lawsOf = async () => {
  await userEvent.click(screen.getByRole('tab', { name: '法令' }))
  return within(await screen.findByRole('region', { name: '法令チェック' }))
}

beforeEach(loadEditors)
beforeEach(() => {
  closed.mockReset()
  drawPdfAs(({ source, onPick }) => (
    <div data-testid="pdf" data-page={source?.page} data-x={source?.box.x0}>
      <button onClick={() => onPick('9:flash_point')}>pick</button>
    </div>
  ))
  asPerson()
})

describe('a sheet that is probably a version of others', () => {
  afterEach(() => {
    vi.useRealTimers()
    notifyManager.setScheduler(defaultScheduler)
  })

  const like = (id: string) => ({
    id, name: 'トルエン 2021', product_name: 'トルエン', product_code_list: [], supplier: '', issued_at: '', revised_at: '', created_at: '2026-04-01T00:00:00Z', file_name: 'a.pdf',
  })
  const items = [{ ...like('s1'), status_group: 'completed', pending: false, sds_list: [{ ...like('s2'), reasons: ['same_name'], order: 'newer', joins_as: 'newer' }] }]
  const notice = () => screen.queryByText('既に登録されているSDSの新しい版の可能性があります：')

  /**
   * Time passes only where a test lets it pass, so that no answer is late. Queries then report without a timer: one without delay
   * that is set while another ends is due a millisecond later, which does not come.
   */
  const stopTime = () => {
    notifyManager.setScheduler(queueMicrotask)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  }
  /** Draws what has arrived, however long answers and parts of the screen take to arrive. */
  const turn = () => act(() => vi.advanceTimersByTimeAsync(0))
  /** Waits for something without letting time pass. It must end before the test does: its turns would disturb those of the next one. */
  const until = async (found: () => unknown) => {
    const end = Date.now() + 300_000
    while (!found()) {
      if (Date.now() > end) throw new Error('not found in time')
      await turn()
    }
  }
  const name = () => queryValue(/^製品名：/)

  it('says so above its values from the start, and scrolls with them', async () => {
    stopTime()
    serveSheet(wholeSheet())
    let answer = () => {}
    const held = new Promise<void>(resolve => (answer = resolve))
    server.use(http.get('*/api/v1/companies/:id/sdses/revision_candidates', async () => (await held, HttpResponse.json({ items }))))
    renderScreen(<SheetDrawer sheetId="s1" onClose={closed} />)
    await until(() => queryClient.getQueryData(sheetQuery(company.id, 's1').queryKey))
    for (let turns = 0; turns < 200; turns++) await turn()
    expect(name()).toBeNull()
    answer()
    await until(name)
    expect(notice()).toBeVisible()
    expect(name()?.compareDocumentPosition(notice() as Node)).toBe(Node.DOCUMENT_POSITION_PRECEDING)
    expect(notice()?.closest('section')?.parentElement).toContainElement(name())
  })

  it('does not wait long for that', async () => {
    serveSheet(wholeSheet())
    server.use(http.get('*/api/v1/companies/:id/sdses/revision_candidates', async () => (await delay('infinite'), HttpResponse.json({ items }))))
    await open()
    expect(notice()).toBeNull()
  })

  it.each([
    ['cannot be edited by the user', { may_edit: false }],
    ['has a newer version', { newer_id: 's9' }],
    ['is being analyzed, though it has been read', { status_group: 'analyzing' }],
  ] as const)('does not wait at all for one that %s, and asks once', async (_, given) => {
    stopTime()
    serveSheet(wholeSheet(given))
    let asked = 0
    let answer = () => {}
    const held = new Promise<void>(resolve => (answer = resolve))
    server.use(
      http.get('*/api/v1/companies/:id/sdses/revision_candidates', async () => {
        asked++
        await held
        return HttpResponse.json({ items: [{ ...items[0], pending: true }] })
      }),
    )
    renderScreen(<SheetDrawer sheetId="s1" onClose={closed} />)
    await until(name)
    expect(name()).toBeVisible()
    answer()
    await act(() => vi.advanceTimersByTimeAsync(5_000))
    expect(asked).toBe(1)
    expect(notice()).toBeNull()
  })
})

describe('an open sheet', () => {
  it('shows every field, also missing ones, with its confidence', async () => {
    serveSheet(wholeSheet())
    await open()
    expect(value(/^製品名：トルエン、95%の信頼度$/)).toBeVisible()
    expect(value(/^引火点：4 °C、50%の信頼度（要確認）$/)).toBeVisible()
    expect(value(/^沸点：記載なし$/)).toBeVisible()
    expect(screen.getByText('未確認 2件')).toBeVisible()
  })

  it('shows the source of the active value, and finds the value of a source', async () => {
    serveSheet(wholeSheet())
    await open()
    await userEvent.click(value(/^製品名：/))
    expect(await screen.findByTestId('pdf')).toHaveAttribute('data-page', '1')
    await userEvent.click(screen.getByText('pick'))
    await waitFor(() => expect(flashPoint()).toHaveFocus())
    expect(screen.getByTestId('pdf')).toHaveAttribute('data-page', '2')
    expect(screen.getByTestId('pdf')).toHaveAttribute('data-x', '50')
  })

  it('is reviewed by keys: next, confirm, next, edit, delete, save', async () => {
    const { saved } = serveSheet(wholeSheet())
    await open()
    await userEvent.keyboard('n')
    await waitFor(() => expect(value(/濃度：99%以上/)).toHaveFocus())
    await userEvent.keyboard('c')
    expect(value(/濃度：99%以上、確認済み、未保存$/)).toBeVisible()
    await userEvent.keyboard('n')
    await waitFor(() => expect(flashPoint()).toHaveFocus())
    await userEvent.keyboard('e')
    const editor = screen.getByLabelText('引火点')
    await userEvent.clear(editor)
    await userEvent.type(editor, '4～6{Enter}')
    expect(await findValue('引火点：4～6 °C、編集済み、未保存')).toBeVisible()
    await userEvent.click(value(/^製品名：/))
    await userEvent.keyboard('{Delete}')
    await userEvent.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(saved[0]).toEqual({
      version: '"5"',
      edit: {
        fields: [
          { section: 3, id: 'composition/r1/concentration', action: 'confirm' },
          { section: 9, id: 'flash_point', action: 'edit', value: { kind: 'quantity', quantity: { low: 4, low_op: '>=', high: 6, high_op: '<=', unit: 'C' } } },
          { section: 1, id: 'product_name', action: 'delete' },
        ],
      },
    })
    await waitFor(() => expect(screen.getByText('SDSを保存しました。')).toBeVisible())
    expect(screen.queryByLabelText(/^未保存の変更/)).toBeNull()
  })

  it('takes what was typed once another value is clicked, and leaves a list with Escape, whatever was typed', async () => {
    serveSheet(wholeSheet())
    await open()
    await userEvent.click(flashPoint())
    await userEvent.keyboard('e')
    await userEvent.clear(screen.getByLabelText('引火点'))
    await userEvent.type(screen.getByLabelText('引火点'), '7')
    await userEvent.click(value(/^成分 1 CAS番号：/))
    expect(screen.queryByLabelText('引火点')).toBeNull()
    expect(value(/^引火点：7 °C、編集済み、未保存$/)).toBeVisible()
    expect(value(/^成分 1 CAS番号：/)).toHaveFocus()
    await userEvent.keyboard('e')
    await userEvent.type(screen.getByLabelText('成分 1 CAS番号'), '7440-50-9{Escape}')
    expect(screen.queryByLabelText('成分 1 CAS番号')).toBeNull()
    expect(value(/^成分 1 CAS番号：/)).toHaveAccessibleName(/信頼度/)
  })

  it.each([
    ['a text', /^製品名：/, '製品名', 'あ'.repeat(20_001), '20,000文字以内で入力してください（現在20,001文字）。'],
    ['a unit', /^引火点：/, '単位', 'x'.repeat(41), '40文字以内で入力してください（現在41文字）。'],
  ])('keeps %s that is too long in its editor, which says so, and takes it once it is shorter', async (_, of, input, pasted, said) => {
    const { saved } = serveSheet(wholeSheet())
    await open()
    await userEvent.click(value(of))
    await userEvent.keyboard('e')
    await userEvent.clear(await screen.findByLabelText(input))
    await userEvent.click(screen.getByLabelText(input))
    await userEvent.paste(pasted)
    await userEvent.keyboard('{Enter}')
    expect(screen.getByLabelText(input)).toHaveValue(pasted)
    expect(screen.getByLabelText(input)).toBeInvalid()
    expect(screen.getByText(said)).toBeVisible()
    expect(screen.queryByText('未保存の変更 1件')).toBeNull()
    await userEvent.keyboard('{Backspace}{Enter}')
    expect(screen.queryByLabelText(input)).toBeNull()
    expect(screen.getByText('未保存の変更 1件')).toBeVisible()
    expect(saved).toEqual([])
  })

  it('is edited by a double click whose second click meets the panel that the first one opened, and not deleted', async () => {
    serveSheet(wholeSheet())
    const name = await open()
    fireEvent.mouseDown(name, { detail: 1 })
    fireEvent.focus(name)
    fireEvent.click(name, { detail: 1 })
    const remove = await screen.findByRole('button', { name: '削除' })
    fireEvent.mouseDown(remove, { detail: 2 })
    fireEvent.click(remove, { detail: 2 })
    const editor = await screen.findByLabelText('製品名')
    expect(screen.queryByText(/未保存の変更/)).toBeNull()
    await userEvent.type(editor, '{Escape}')
    await userEvent.click(await screen.findByRole('button', { name: '削除' }))
    expect(screen.getByText('未保存の変更 1件')).toBeVisible()
  })

  it('keeps a pasted name of the sheet that is too long, and says so', async () => {
    serveSheet(wholeSheet())
    await open()
    const name = await screen.findByRole('textbox', { name: 'SDS名' })
    await userEvent.clear(name)
    await userEvent.click(name)
    await userEvent.paste('あ'.repeat(201))
    expect(name).toHaveValue('あ'.repeat(201))
    expect(name).toHaveAccessibleDescription('200文字以内で入力してください（現在201文字）。')
  })

  it('is closed by Escape while nothing has the focus, unless something is open over it', async () => {
    serveSheet(wholeSheet())
    await open()
    ;(document.activeElement as HTMLElement).blur()
    const over = screen.getByRole('dialog').closest('.MuiModal-root')
    over?.setAttribute('aria-hidden', 'true')
    fireEvent.keyDown(document.body, { key: 'Escape' })
    await act(() => Promise.resolve())
    expect(closed).not.toHaveBeenCalled()
    over?.removeAttribute('aria-hidden')
    fireEvent.keyDown(document.body, { key: 'Escape' })
    await waitFor(() => expect(closed).toHaveBeenCalledOnce())
  })

  it('adds rows', async () => {
    const { saved } = serveSheet(wholeSheet())
    await open()
    await userEvent.click(await screen.findByText('法令を追加'))
    await userEvent.type(await screen.findByLabelText('名称'), '消防法{Enter}')
    await userEvent.click(screen.getByText('保存'))
    await waitFor(() => expect(saved[0]?.edit).toEqual({ fields: [{ section: 15, id: 'laws', action: 'add', row: { name: { kind: 'text', text: '消防法' } } }] }))
  })

  it('offers a viewer nothing to change', async () => {
    serveSheet(wholeSheet({ may_edit: false, may_request: false }))
    await open()
    await userEvent.click(flashPoint())
    await userEvent.keyboard('c')
    await userEvent.keyboard('e')
    expect(value(/^引火点：4 °C、50%の信頼度（要確認）/)).toBeVisible()
    for (const name of ['確認済みにする', '編集', '削除', '再解析', '成分を追加', '保存']) expect(screen.queryByText(name)).toBeNull()
    expect(screen.queryByLabelText('備考')).toBeNull()
  })

  it('leads from a finding to its value', async () => {
    serveSheet(wholeSheet({ findings: [{ id: 'flash_point_class', severity: 'warning', detail: '引火点と分類が一致しません。', fields: ['flash_point'] }] }))
    await open()
    await userEvent.click(screen.getByText('引火点と分類が一致しません。'))
    await waitFor(() => expect(flashPoint()).toHaveFocus())
  })

  it('shows who changed what', async () => {
    serveSheet(wholeSheet())
    server.use(
      http.get('*/api/v1/companies/:id/sdses/s1/edit_histories', () =>
        HttpResponse.json({
          items: [
            { id: 'e1', at: '2026-04-01T00:00:00Z', action: 'analyzed', by: '', changes: [] },
            {
              id: 'e2',
              at: '2026-04-02T01:30:00Z',
              action: 'edited',
              by: 'u1',
              by_name: '鈴木 健太',
              changes: [
                { section: 9, field: 'flash_point', from: { kind: 'quantity', quantity: { low: 4, high: 4, unit: 'C' } }, to: { kind: 'quantity', quantity: { low: 6, high: 6, unit: 'C' } }, state: 'edited' },
                { section: 0, field: 'tags', from: { kind: 'list' }, to: { kind: 'list', list: ['t1'] } },
                { section: 0, field: 'language_id', from: { kind: 'text' }, to: { kind: 'text', text: '16' } },
                { section: 0, field: 'first_page', from: { kind: 'text', text: '1' }, to: { kind: 'text', text: '2' } },
              ],
            },
          ],
        }),
      ),
    )
    await open()
    await userEvent.click(screen.getByRole('tab', { name: '編集履歴' }))
    const [first, second] = await screen.findAllByRole('listitem')
    expect(first).toHaveTextContent('鈴木 健太編集2026/04/02 10:309. 引火点4 °C → 6 °Cタグ未設定 → 第一倉庫言語の指定未設定 → 英語読み取る最初のページ1 → 2')
    expect(second).toHaveTextContent('自動解析解析2026/04/01 09:00')
  })

  it('says how to get the option for the history without asking for it', async () => {
    asPerson(undefined, { ...company, active_features: [] })
    serveSheet(wholeSheet())
    await open()
    await userEvent.click(screen.getByRole('tab', { name: '編集履歴' }))
    expect(await screen.findByText(/「変更履歴」は、ご契約のプランに含まれていません。/)).toBeVisible()
    expect(screen.getByRole('link', { name: 'お問い合わせ' })).toBeVisible()
  })

  it('explains how to get the missing option for the history', async () => {
    serveSheet(wholeSheet())
    const detail = '変更履歴は、変更履歴オプションをご契約のお客様のみご利用いただけます。'
    server.use(http.get('*/api/v1/companies/:id/sdses/s1/edit_histories', () => HttpResponse.json({ code: 'change_history.option', detail }, { status: 402 })))
    await open()
    await userEvent.click(screen.getByRole('tab', { name: '編集履歴' }))
    expect(await screen.findByText(detail)).toBeVisible()
    expect(screen.getAllByText(detail)).toHaveLength(1)
  })

  it('shows which laws apply, and the places that the verdicts are based on', async () => {
    serveSheet(wholeSheet())
    await open()
    const panel = await lawsOf()
    expect(await panel.findByText('該当 1')).toBeVisible()
    // What could not be judged is folded, and is not listed among what applies.
    const lawNames = () => panel.getAllByRole('heading', { level: 4 }).map(({ textContent }) => textContent)
    expect(lawNames()).toEqual(['化管法', '実施すべきこと', 'この情報が分かれば判定できます', '成分の官報公示整理番号・管理番号', '15項の記載との比較'])
    await userEvent.click(panel.getByRole('button', { name: '判定できなかった規制（1件）' }))
    expect(lawNames()).toEqual(['化管法', '実施すべきこと', 'この情報が分かれば判定できます', '労働安全衛生法', '成分の官報公示整理番号・管理番号', '15項の記載との比較'])
    expect(panel.getByText(/含有率は何%ですか/)).toBeVisible()
    await userEvent.click(panel.getByRole('button', { name: /作業環境測定・濃度測定/ }))
    expect(panel.getByRole('link', { name: '有機則第28条' })).toBeVisible()
    await userEvent.click(panel.getByRole('button', { name: /^第一種指定化学物質/ }))
    await userEvent.click(await panel.findByRole('button', { name: '3. 濃度：10～20 % · 確認済み' }))
    await waitFor(() => expect(value(/濃度：99%以上/)).toHaveFocus())
    expect(await screen.findByTestId('pdf')).toHaveAttribute('data-page', '1')
  })

  it('compares the verdicts with what section 15 states, by the law of a date, including unlisted substances', async () => {
    serveSheet(wholeSheet())
    const queries: string[] = []
    server.use(
      http.get('*/api/v1/companies/:id/sdses/s1/laws', ({ request }) => {
        const { search, searchParams } = new URL(request.url)
        queries.push(search)
        const stated = comparison({ outcome: 'stated_not_found', class_key: 'x', category_name: { ja: '特化則', en: '' }, note: { code: 'x', text: '記載はありますが、判定では該当しません。' }, stated: [{ code: 'x', text: '特定化学物質', input: { section: 9, field: 'flash_point' } }] })
        return HttpResponse.json(sheetLaws({ as_of: searchParams.get('as_of') ?? '2026-04-01', comparison: [comparison(), stated], ...(searchParams.has('all') && { verdicts: [proof({ verdict: 'not_listed' })] }) }))
      }),
    )
    await open()
    const panel = await lawsOf()
    const lines = () => within(panel.getByRole('list', { name: '15項の記載との比較' })).getAllByRole('listitem')
    expect(await panel.findByText('15項の記載のみ')).toBeVisible()
    expect(lines()).toHaveLength(1)
    await userEvent.click(panel.getByRole('button', { name: '一致する1件を表示' }))
    expect(lines().map(line => line.textContent)).toEqual(['15項の記載のみ化管法 › 特化則記載はありますが、判定では該当しません。根拠となる記載9. 引火点：特定化学物質', '一致化管法 › 第一種指定化学物質記載と判定が一致しています。'])
    await userEvent.click(panel.getByRole('button', { name: '9. 引火点：特定化学物質' }))
    await waitFor(() => expect(flashPoint()).toHaveFocus())

    await lawsOf()
    await userEvent.click(panel.getByLabelText('基準日'))
    await userEvent.click(screen.getByText('2027/04/01（施行予定）'))
    expect(await panel.findByText('2027/04/01時点の法令による判定です。')).toBeVisible()
    await userEvent.click(panel.getByText('非該当の法令も表示'))
    expect(await panel.findByText('非該当の規制（1件）')).toBeVisible()
    expect(queries).toEqual(['', '?as_of=2027-04-01', '?as_of=2027-04-01&all=true'])
  })

  it('is opened at a field', async () => {
    serveSheet(wholeSheet())
    renderScreen(<SheetDrawer sheetId="s1" at="9:flash_point" onClose={closed} />)
    await waitFor(() => expect(flashPoint()).toHaveFocus())
  })

  it('reports a missing sheet', async () => {
    server.use(http.get('*/api/v1/companies/:id/sdses/s1', () => HttpResponse.json({ detail: '見つかりません。', code: 'not_found' }, { status: 404 })))
    renderScreen(<SheetDrawer sheetId="s1" onClose={closed} />)
    expect(await screen.findByText('このSDSは見つかりません。削除された可能性があります。')).toBeVisible()
  })
})
