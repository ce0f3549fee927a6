import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import { asPerson } from '@/test/fixtures'
import { laws, sheetLaws } from '@/test/laws'
import { renderScreen } from '@/test/render'
import { server } from '@/test/server'
import { wholeSheet } from '@/test/sheets'
import { SheetDrawer } from './SheetDrawer'

const state = vi.hoisted(() => ({ broken: true }))
vi.mock('./pdf/PdfPane', () => ({
  PdfPane: () => {
    if (state.broken) throw new Error('injected')
    return <p>pages</p>
  },
}))

beforeEach(() => {
  state.broken = true
  Element.prototype.scrollIntoView = () => undefined
  vi.spyOn(console, 'error').mockReturnValue()
  asPerson()
  server.use(
    http.get('*/api/v1/companies/:id/sdses/s1', () => HttpResponse.json(wholeSheet())),
    http.get('*/api/v1/companies/:id/sdses/s1/laws', () => HttpResponse.json(sheetLaws())),
    http.get('*/api/v1/laws', () => HttpResponse.json({ as_of: '2026-04-01', set: { version: '1', entries: 1, substances: 1 }, laws })),
    http.get('*/api/v1/companies/:id/sds/s1/pdf', () => HttpResponse.json({ url: 'http://bucket.invalid/s1.pdf' })),
    http.get('http://bucket.invalid/s1.pdf', () => HttpResponse.arrayBuffer(new Uint8Array([37, 80, 68, 70]).buffer)),
  )
})

it('a PDF pane that fails takes neither the sheet nor what was typed with it', async () => {
  renderScreen(<SheetDrawer sheetId="s1" onClose={() => undefined} />)
  await userEvent.type(await screen.findByLabelText('備考'), '倉庫A')
  expect(await screen.findByText('この部分を表示できませんでした')).toBeVisible()
  state.broken = false
  await userEvent.click(screen.getByRole('button', { name: '再試行' }))
  expect(await screen.findByText('pages')).toBeVisible()
  expect(screen.getByLabelText('備考')).toHaveValue('倉庫A')
}, 60_000)

it('a sheet that is opened without a connection says so, and comes with the connection', async () => {
  state.broken = false
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  server.use(http.get('*/api/v1/companies/:id/sdses/s1', () => HttpResponse.error()))
  renderScreen(<SheetDrawer sheetId="s1" onClose={() => undefined} />)
  window.dispatchEvent(new Event('offline'))
  await waitFor(() => expect(screen.getAllByText('サーバーに接続できません。通信環境をご確認ください。').length).toBeGreaterThan(0))
  server.use(http.get('*/api/v1/companies/:id/sdses/s1', () => HttpResponse.json(wholeSheet())))
  online.mockReturnValue(true)
  window.dispatchEvent(new Event('online'))
  expect(await screen.findByLabelText(/^製品名：/)).toBeVisible()
}, 60_000)
