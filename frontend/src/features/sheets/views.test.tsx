import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { queryClient } from '@/shared/api/queryClient'
import type { SavedSearch } from '@/shared/api/searchCriteria'
import { LeaveGuard } from '@/shared/ui/LeaveGuard'
import { asPerson } from '@/test/fixtures'
import { renderScreen } from '@/test/render'
import { server } from '@/test/server'
import { sheetRow } from '@/test/sheets'
import { SheetListPage } from './SheetListPage'

beforeEach(() => {
  asPerson()
  server.use(http.get('*/api/v1/companies/:id/sdses', () => HttpResponse.json({ items: [sheetRow()], total: 1, page: 1, limit: 50, in_progress: 0 })))
})

const saved = (given: Partial<SavedSearch> = {}): SavedSearch => ({
  id: 'f1', version: 3, name: '危険な品', criteria: 'order_by_name=asc&signal_word=danger', columns: ['supplier'], is_default: false, created_at: '2026-04-01T00:00:00Z', updated_at: '2026-04-01T00:00:00Z', ...given,
})

it('saves the filters with order and columns, and shows them again', async () => {
  const sent: unknown[] = []
  let all: SavedSearch[] = []
  server.use(
    http.get('*/search-criteria', () => HttpResponse.json({ items: all, total: all.length })),
    http.post('*/search-criteria', async ({ request }) => {
      sent.push(await request.json())
      all = [saved()]
      return HttpResponse.json(all[0], { status: 201 })
    }),
  )
  const router = renderScreen(<SheetListPage />, '/?signal_word=danger&sort=name')
  await userEvent.click(await screen.findByRole('button', { name: '保存した条件' }))
  await userEvent.click(screen.getByRole('menuitem', { name: '現在の条件に名前を付けて保存' }))
  const dialog = within(await screen.findByRole('dialog', { name: '条件の保存' }))
  await userEvent.type(dialog.getByRole('textbox', { name: '名前' }), '危険な品')
  await userEvent.click(dialog.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(screen.getByText('条件「危険な品」を保存しました。')).toBeVisible())
  expect(sent).toEqual([expect.objectContaining({ name: '危険な品', criteria: 'order_by_name=asc&signal_word=danger', is_default: false })])
  await userEvent.click(screen.getAllByRole('button', { name: '条件をすべて解除' })[0]!)
  expect(router.state.location.search).toBe('?sort=name')
  await userEvent.click(await screen.findByRole('button', { name: '保存した条件' }))
  await userEvent.click(screen.getByRole('menuitem', { name: '危険な品' }))
  await waitFor(() => expect(router.state.location.search).toContain('signal_word=danger'))
  expect(await screen.findByRole('columnheader', { name: '供給者' })).toBeVisible()
  expect(screen.queryByRole('columnheader', { name: 'CAS番号' })).toBeNull()
})

it('keeps a pasted name that is too long, and says so', async () => {
  server.use(http.get('*/search-criteria', () => HttpResponse.json({ items: [], total: 0 })))
  renderScreen(<><SheetListPage /><LeaveGuard /></>, '/?signal_word=danger')
  await userEvent.click(await screen.findByRole('button', { name: '保存した条件' }))
  await userEvent.click(screen.getByRole('menuitem', { name: '現在の条件に名前を付けて保存' }))
  const dialog = within(await screen.findByRole('dialog', { name: '条件の保存' }))
  const name = dialog.getByRole('textbox', { name: '名前' })
  await userEvent.click(name)
  await userEvent.paste('危'.repeat(50))
  expect(name).toHaveValue('危'.repeat(50))
  expect(name).toHaveAccessibleDescription('48文字以内で入力してください（現在50文字）。')
  expect(dialog.getByRole('button', { name: '保存' })).toBeDisabled()
  await userEvent.keyboard('{Backspace}{Backspace}')
  expect(dialog.getByRole('button', { name: '保存' })).toBeEnabled()
  await userEvent.keyboard('{Escape}')
  expect(await screen.findByRole('alertdialog')).toBeVisible()
  expect(name).toHaveValue('危'.repeat(48))
})

it.each([
  ['begins with the default', '/', '?signal_word=danger&sort=name'],
  ['begins with the filters of an address that has some', '/?supplier=a', '?supplier=a'],
])('%s', async (_, address, search) => {
  server.use(http.get('*/search-criteria', () => HttpResponse.json({ items: [saved({ is_default: true })], total: 1 })))
  const router = renderScreen(<SheetListPage />, address)
  await userEvent.click(await screen.findByRole('button', { name: /保存した条件|危険な品/ }))
  expect(await screen.findByRole('menuitem', { name: /危険な品/ })).toBeVisible()
  expect(router.state.location.search).toBe(search)
})

it('renames a filter once, by Enter before the field is left', async () => {
  const sent: unknown[] = []
  let readAgain = false
  let goOn = () => {}
  const held = new Promise<void>(resolve => {
    goOn = resolve
  })
  let stored = saved()
  server.use(
    http.get('*/search-criteria', async () => {
      readAgain = sent.length > 0
      if (readAgain) await held
      return HttpResponse.json({ items: [stored], total: 1 })
    }),
    http.put('*/search-criteria/f1', async ({ request }) => {
      const change = (await request.json()) as Partial<SavedSearch>
      sent.push([request.headers.get('if-match'), change])
      stored = saved({ ...change, version: 4 })
      return HttpResponse.json(stored)
    }),
  )
  renderScreen(<SheetListPage />, '/?signal_word=danger')
  await userEvent.click(await screen.findByRole('button', { name: '保存した条件' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: '保存した条件を管理' }))
  const dialog = within(await screen.findByRole('dialog', { name: '保存した条件の管理' }))
  const name = dialog.getByRole('textbox', { name: '「危険な品」の名前' })
  await userEvent.clear(name)
  await userEvent.type(name, 'リスト{Enter}')
  await waitFor(() => expect(readAgain).toBe(true))
  await userEvent.tab()
  goOn()
  expect(await dialog.findByRole('textbox', { name: '「リスト」の名前' })).toHaveValue('リスト')
  await waitFor(() => expect(queryClient.isMutating()).toBe(0))
  expect(sent).toEqual([['"3"', expect.objectContaining({ name: 'リスト' })]])
})
