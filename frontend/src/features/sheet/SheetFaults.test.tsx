import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import { keepDraft } from '@/shared/lib/drafts'
import { hasUnsaved } from '@/shared/lib/unsaved'
import { asPerson, person } from '@/test/fixtures'
import { laws, sheetLaws } from '@/test/laws'
import { drawPdfAs } from '@/test/pdfPane'
import { renderScreen } from '@/test/render'
import { server } from '@/test/server'
import { pdfAnswers } from '@/test/sheetApi'
import { wholeSheet } from '@/test/sheets'
import { findValue } from '@/test/values'
import { type Draft, emptyDraft } from './lib/draft'
import { loadEditors } from './later'
import { SheetDrawer } from './SheetDrawer'

const state = { broken: true }

function pages() {
  if (state.broken) throw new Error('injected')
  return <p>pages</p>
}

beforeEach(loadEditors)
beforeEach(() => {
  state.broken = false
  drawPdfAs(pages)
  vi.spyOn(console, 'error').mockReturnValue()
  asPerson()
  server.use(
    http.get('*/api/v1/companies/:id/sdses/s1', () => HttpResponse.json(wholeSheet())),
    http.get('*/api/v1/companies/:id/sdses/s1/laws', () => HttpResponse.json(sheetLaws())),
    http.get('*/api/v1/laws', () => HttpResponse.json({ as_of: '2026-04-01', set: { version: '1', entries: 1, substances: 1 }, laws })),
    ...pdfAnswers,
  )
})

it('a failing PDF pane affects neither the sheet nor the input', async () => {
  state.broken = true
  renderScreen(<SheetDrawer sheetId="s1" onClose={() => undefined} />)
  await userEvent.type(await screen.findByLabelText('備考'), '倉庫A')
  expect(await screen.findByText('この部分を表示できませんでした')).toBeVisible()
  state.broken = false
  await userEvent.click(screen.getByRole('button', { name: '再試行' }))
  expect(await screen.findByText('pages')).toBeVisible()
  expect(screen.getByLabelText('備考')).toHaveValue('倉庫A')
})

it('a draft whose fields are all gone is not reported as restored', async () => {
  const me = person()
  const intent = { action: 'edit', value: { kind: 'text', text: 'メチルベンゼン' } } as const
  keepDraft({ personId: me.id, companyId: me.company_id }, 'sheet:s1', 5, { ...emptyDraft, gone: [{ section: 3, id: 'composition/r9/name', base: undefined, intent }] } satisfies Draft)
  renderScreen(<SheetDrawer sheetId="s1" onClose={() => undefined} />)
  expect(await screen.findByText(/次の入力は、対象の項目がなくなったため反映できません/)).toBeVisible()
  expect(screen.getByText(/メチルベンゼン/)).toBeVisible()
  expect(screen.queryByText(/復元しました/)).toBeNull()
})

it('input after a restored draft was discarded is not reported as restored', async () => {
  const me = person()
  keepDraft({ personId: me.id, companyId: me.company_id }, 'sheet:s1', 5, { ...emptyDraft, record: { note: { value: '倉庫A', base: '' } } } satisfies Draft)
  renderScreen(<SheetDrawer sheetId="s1" onClose={() => undefined} />)
  await waitFor(() => expect(screen.getByText(/復元しました/)).toBeVisible())
  await userEvent.click(screen.getByRole('button', { name: '変更を破棄' }))
  expect(screen.queryByText(/復元しました/)).toBeNull()
  await userEvent.type(screen.getByLabelText('備考'), '倉庫B')
  expect(screen.queryByText(/復元しました/)).toBeNull()
})

it('input survives a window that becomes narrow', async () => {
  let narrow = false
  const listeners = new Set<() => void>()
  const add = (_: string, listener: () => void) => listeners.add(listener)
  const remove = (_: string, listener: () => void) => listeners.delete(listener)
  vi.stubGlobal('matchMedia', (media: string) => ({
    media,
    get matches() {
      return narrow && media.includes('899')
    },
    addEventListener: add,
    removeEventListener: remove,
  }))
  try {
    renderScreen(<SheetDrawer sheetId="s1" onClose={() => undefined} />)
    await userEvent.dblClick(await findValue(/^製品名：/))
    await userEvent.type(screen.getByLabelText('製品名'), '（特級）')
    narrow = true
    act(() => listeners.forEach(listener => listener()))
    expect(await screen.findByRole('tab', { name: 'PDF' })).toBeVisible()
    expect(screen.getByLabelText('製品名')).toHaveValue('トルエン（特級）')
  } finally {
    vi.unstubAllGlobals()
  }
})

it('a save without a connection is reported once, beside the input', async () => {
  server.use(http.put('*/api/v1/companies/:id/sdses/s1', () => HttpResponse.error()))
  renderScreen(<SheetDrawer sheetId="s1" onClose={() => undefined} />)
  await userEvent.type(await screen.findByLabelText('備考'), '倉庫A')
  await userEvent.click(screen.getByRole('button', { name: '保存' }))
  const bar = within(screen.getByRole('region', { name: /^未保存の変更/ }))
  expect(await bar.findByText('サーバーに接続できません。通信環境をご確認ください。')).toBeVisible()
  expect(screen.getAllByText('サーバーに接続できません。通信環境をご確認ください。')).toHaveLength(1)
})

it("the server's error about a date is shown at the date", async () => {
  const fields = [{ path: 'body.assessed_at', code: 'date.future', detail: '未来の日付は入力できません。' }]
  server.use(http.put('*/api/v1/companies/:id/sdses/s1', () => HttpResponse.json({ code: 'input.invalid', detail: '入力内容を確認してください。', fields }, { status: 400 })))
  renderScreen(<SheetDrawer sheetId="s1" onClose={() => undefined} />)
  const day = await screen.findByLabelText('リスクアセスメント実施日')
  await userEvent.type(day, '2026-04-01')
  await userEvent.click(screen.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(day).toHaveAccessibleDescription('未来の日付は入力できません。'))
})

it('the comment for another analysis is not lost without a confirmation', async () => {
  const sent: unknown[] = []
  server.use(
    http.post('*/api/v1/sdses/s1/reanalysis', async ({ request }) => {
      sent.push(await request.json())
      return new HttpResponse(null, { status: 204 })
    }),
  )
  renderScreen(<SheetDrawer sheetId="s1" onClose={() => undefined} />)
  await userEvent.click(await screen.findByRole('button', { name: 'その他の操作' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: /^再解析/ }))
  await userEvent.type(await screen.findByLabelText('コメント（任意）'), '3項を読み直す')
  await userEvent.keyboard('{Escape}')
  await userEvent.click(await screen.findByRole('button', { name: '編集に戻る' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(screen.getByLabelText('コメント（任意）')).toHaveValue('3項を読み直す')
  await userEvent.click(screen.getByText('再解析する'))
  await waitFor(() => expect(sent).toEqual([{ comment: '3項を読み直す' }]))
  await waitFor(() => expect(screen.queryByLabelText('コメント（任意）')).toBeNull())
  expect(hasUnsaved()).toBe(false)
})

it('a sheet opened without a connection reports it, and loads with the connection', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  server.use(http.get('*/api/v1/companies/:id/sdses/s1', () => HttpResponse.error()))
  renderScreen(<SheetDrawer sheetId="s1" onClose={() => undefined} />)
  window.dispatchEvent(new Event('offline'))
  await waitFor(() => expect(screen.getAllByText('サーバーに接続できません。通信環境をご確認ください。').length).toBeGreaterThan(0))
  server.use(http.get('*/api/v1/companies/:id/sdses/s1', () => HttpResponse.json(wholeSheet())))
  online.mockReturnValue(true)
  window.dispatchEvent(new Event('online'))
  expect(await findValue(/^製品名：/)).toBeVisible()
})
