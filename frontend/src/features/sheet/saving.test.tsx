import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '@/shared/api/queryClient'
import { type WholeSheet, sheetQuery } from '@/shared/api/sheets'
import { asPerson, company } from '@/test/fixtures'
import { renderScreen } from '@/test/render'
import { server } from '@/test/server'
import { serveSheet } from '@/test/sheetApi'
import { field, section, wholeSheet } from '@/test/sheets'
import { findValue, value } from '@/test/values'
import { loadEditors } from './later'
import { SheetDrawer } from './SheetDrawer'

const closed = vi.fn()
const open = async () => {
  renderScreen(<SheetDrawer sheetId="s1" onClose={closed} />)
  // The late sections are filled last.
  await findValue(/^引火点：/)
}

/** The sheet after another user has changed the product name. */
const theirsOf = (sheet: WholeSheet) =>
  wholeSheet({
    version: 9,
    sections: sheet.sections.map(one =>
      one.number === 1 ? section(1, { fields: [field('product_name', { kind: 'text', text: 'キシレン' }, { state: 'edited', machine: { kind: 'text', text: 'トルエン' } })] }) : one,
    ),
  })

const stale = () => HttpResponse.json({ detail: 'ほかのユーザーが先に更新しました。', code: 'stale' }, { status: 412 })

/** Types another product name, without saving it. */
async function rename(name: string): Promise<void> {
  await userEvent.dblClick(value(/^製品名：/))
  const editor = screen.getByLabelText('製品名')
  await userEvent.clear(editor)
  await userEvent.type(editor, `${name}{Enter}`)
}

/** The next read of the sheet waits, and then answers with a given one; later reads are as before. */
function holdRead(sheet: WholeSheet): { begun: () => boolean; answer: () => void } {
  let began = false
  let answer = () => {}
  const held = new Promise<void>(resolve => (answer = resolve))
  server.use(
    http.get(
      '*/api/v1/companies/:id/sdses/s1',
      async () => {
        began = true
        await held
        return HttpResponse.json(sheet)
      },
      { once: true },
    ),
  )
  return { begun: () => began, answer: () => answer() }
}

beforeEach(loadEditors)
beforeEach(() => {
  closed.mockReset()
  asPerson()
})

describe('an open sheet', () => {
  it('keeps the input on a conflict, and can save it over the other change', async () => {
    const sheet = wholeSheet()
    const theirs = theirsOf(sheet)
    const { saved, set } = serveSheet(sheet, ({ version }) => (version === '"9"' ? { ...theirs, version: 10 } : stale()))
    await open()
    await rename('トルエン（特級）')
    set(theirs)
    await userEvent.click(screen.getByText('保存'))
    await waitFor(() => expect(screen.getByText('ほかのユーザーが「キシレン」に変更しました。')).toBeVisible())
    expect(screen.getByText(/どちらの内容にするかを選択してから/)).toBeVisible()
    await waitFor(() => expect(value(/^製品名：トルエン（特級）/)).toHaveFocus())
    expect(value(/^製品名：トルエン（特級）/)).toBeVisible()
    expect(screen.getByRole('button', { name: '保存' })).toBeDisabled()
    await userEvent.keyboard('{Control>}s{/Control}')
    expect(saved).toHaveLength(1)
    await userEvent.click(screen.getByRole('button', { name: '製品名：自分の入力を残す' }))
    await userEvent.click(screen.getByRole('button', { name: '保存' }))
    await waitFor(() => expect(saved.map(({ version }) => version)).toEqual(['"5"', '"9"']))
    expect(saved[1]?.edit.fields?.[0]?.value?.text).toBe('トルエン（特級）')
  })

  it('says that it saves until the changes of another user are read', async () => {
    const sheet = wholeSheet()
    serveSheet(sheet, stale)
    await open()
    await rename('トルエン（特級）')
    const read = holdRead(theirsOf(sheet))
    await userEvent.click(screen.getByText('保存'))
    await waitFor(() => expect(read.begun()).toBe(true))
    expect(screen.getByText('保存').closest('button')).toBeDisabled()
    read.answer()
    await waitFor(() => expect(screen.getByText('ほかのユーザーが「キシレン」に変更しました。')).toBeVisible())
  })

  it('reads the changes of another user anew, though a read is under way that began before them', async () => {
    const sheet = wholeSheet()
    const { set } = serveSheet(sheet, stale)
    await open()
    await rename('トルエン（特級）')
    const read = holdRead(sheet)
    void queryClient.invalidateQueries({ queryKey: sheetQuery(company.id, 's1').queryKey })
    await waitFor(() => expect(read.begun()).toBe(true))
    set(theirsOf(sheet))
    await userEvent.click(screen.getByText('保存'))
    await waitFor(() => expect(screen.getByText('ほかのユーザーが「キシレン」に変更しました。')).toBeVisible())
    read.answer()
  })

  it('stays as saved when a read that began before the save ends after it', async () => {
    const sheet = wholeSheet()
    serveSheet(sheet, () => ({ ...theirsOf(sheet), version: 6 }))
    await open()
    await rename('キシレン')
    const read = holdRead(sheet)
    const { queryKey } = sheetQuery(company.id, 's1')
    void queryClient.invalidateQueries({ queryKey })
    await waitFor(() => expect(read.begun()).toBe(true))
    await userEvent.click(screen.getByText('保存'))
    await waitFor(() => expect(screen.getByText('SDSを保存しました。')).toBeVisible())
    read.answer()
    await waitFor(() => expect(queryClient.getQueryState(queryKey)?.fetchStatus).toBe('idle'))
    expect(value(/^製品名：キシレン/)).toBeVisible()
  })

  it("is saved together with another user's change of another field, without a second save", async () => {
    const sheet = wholeSheet()
    const theirs = wholeSheet({ version: 9, note: '倉庫B' })
    const { saved, set } = serveSheet(sheet, ({ version }) => (version === '"9"' ? { ...theirs, version: 10 } : stale()))
    await open()
    await rename('トルエン（特級）')
    set(theirs)
    await userEvent.click(screen.getByText('保存'))
    await waitFor(() => expect(screen.getByText('SDSを保存しました。')).toBeVisible())
    expect(saved.map(({ version }) => version)).toEqual(['"5"', '"9"'])
    expect(saved[1]?.edit).toEqual({ fields: [{ section: 1, id: 'product_name', action: 'edit', value: { kind: 'text', text: 'トルエン（特級）' } }] })
    expect(screen.getByLabelText('備考')).toHaveValue('倉庫B')
    expect(screen.queryByText(/ほかのユーザー/)).toBeNull()
  })

  it('reports at the field that a product code is in use', async () => {
    serveSheet(wholeSheet(), () => HttpResponse.json({ detail: '製品コード「T-1」は使用されています。', code: 'sheet.product_code_exists' }, { status: 409 }))
    await open()
    await userEvent.dblClick(value(/^製品コード：/))
    await userEvent.type(screen.getByLabelText('製品コード'), 'T-1{Enter}{Enter}')
    await userEvent.click(screen.getByText('保存'))
    const faults = await screen.findAllByText('製品コード「T-1」は使用されています。')
    expect(faults.length).toBe(3)
    await waitFor(() => expect(value(/^製品コード：T-1/)).toHaveFocus())
  })

  it('keeps what was typed where the server fails', async () => {
    serveSheet(wholeSheet(), () => HttpResponse.json({ detail: 'x', code: 'internal' }, { status: 500 }))
    await open()
    await userEvent.type(await screen.findByLabelText('備考'), '倉庫A')
    await userEvent.click(screen.getByText('保存'))
    expect((await screen.findAllByText('処理に失敗しました。画面を再読み込みしてください。')).length).toBeGreaterThan(0)
    expect(screen.getByLabelText('備考')).toHaveValue('倉庫A')
  })

  it('asks before unsaved changes are lost', async () => {
    serveSheet(wholeSheet())
    await open()
    await userEvent.type(await screen.findByLabelText('備考'), '倉庫A')
    await userEvent.click(screen.getByRole('button', { name: '閉じる' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(closed).not.toHaveBeenCalled()
    await userEvent.click(dialog.getByRole('button', { name: '変更を破棄' }))
    await waitFor(() => expect(closed).toHaveBeenCalled())
  })
})
