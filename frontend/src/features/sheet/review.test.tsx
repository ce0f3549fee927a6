import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Field, SheetEdit, WholeSheet } from '@/shared/api/sheets'
import { asPerson, person } from '@/test/fixtures'
import { renderScreen } from '@/test/render'
import { server } from '@/test/server'
import { pdfAnswers } from '@/test/sheetApi'
import { field, section, wholeSheet } from '@/test/sheets'
import { findValue, value } from '@/test/values'
import { SheetDrawer } from './SheetDrawer'

const closed = vi.fn()
const saved: { version: string | null; edit: SheetEdit }[] = []

/** A sheet as the API stores it: confirmed and restored values change their state. */
function serve(start: WholeSheet) {
  let now = start
  server.use(
    http.get('*/api/v1/companies/:id/sdses/s1', () => HttpResponse.json(now)),
    ...pdfAnswers,
    http.put('*/api/v1/companies/:id/sdses/s1', async ({ request }) => {
      const version = request.headers.get('If-Match')
      const edit = (await request.json()) as SheetEdit
      saved.push({ version, edit })
      if (version !== `"${now.version}"`) return HttpResponse.json({ detail: '更新されています。', code: 'stale' }, { status: 412 })
      const reviewed = (old: Field): Field => {
        const action = edit.fields?.find(one => one.id === old.id)?.action
        return action === 'confirm' ? { ...old, state: 'confirmed', machine: old.value } : action === 'restore' ? { ...old, state: 'machine' } : old
      }
      now = {
        ...now,
        version: now.version + 1,
        sections: now.sections.map(one => ({
          ...one,
          fields: one.fields.map(reviewed),
          groups: one.groups.map(group => ({ ...group, rows: group.rows.map(row => ({ ...row, fields: row.fields.map(reviewed) })) })),
        })),
      }
      return HttpResponse.json(now)
    }),
  )
  return (next: WholeSheet) => (now = next)
}

const scan = (given: Partial<WholeSheet> = {}) =>
  wholeSheet({
    sections: [
      section(1, {
        fields: [
          field('product_name', { kind: 'text', text: 'トルエン' }, { confidence: 0.97 }),
          field('supplier_name', { kind: 'text', text: '東西化学' }, { confidence: 0.6 }),
          field('supplier_fax', { kind: 'text', text: '03-1' }, { confidence: 0.4 }),
        ],
      }),
      section(9, { fields: [field('color', { kind: 'text', text: '無色' }, { confidence: 0.62 })] }),
    ],
    ...given,
  })

const open = async () => {
  renderScreen(<SheetDrawer sheetId="s1" onClose={closed} />)
  await findValue(/^製品名：/)
  await findValue(/^引火点：/)
}
const choose = async (name: RegExp) => {
  await userEvent.click(screen.getByRole('button', { name: 'まとめて確認' }))
  await userEvent.click(screen.getByRole('menuitem', { name }))
}
const sent = () => saved.map(({ version, edit }) => [version, ...(edit.fields ?? []).map(({ id, action }) => `${action} ${id}`)])

beforeEach(() => {
  saved.length = 0
  closed.mockReset()
  asPerson()
})

describe('the review of many values', () => {
  it('says how many values each choice confirms, confirms them in one request, and takes it back', async () => {
    serve(scan())
    await open()
    await userEvent.click(screen.getByRole('button', { name: 'まとめて確認' }))
    expect(screen.getAllByRole('menuitem').map(item => item.textContent)).toEqual(['信頼度95%以上の値1件', '信頼度60%以上の値3件、うち要確認2件', 'すべての値4件、うち要確認3件'])
    await userEvent.click(screen.getByRole('menuitem', { name: /60%以上/ }))
    await waitFor(() => expect(screen.getByText('3件の値を確認済みにしました。')).toBeVisible())
    expect(sent()).toEqual([['"5"', 'confirm product_name', 'confirm supplier_name', 'confirm color']])
    expect(screen.getByText('未確認 1件')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: '元に戻す' }))
    await waitFor(() => expect(screen.getByText('3件の値を確認前に戻しました。')).toBeVisible())
    expect(sent()[1]).toEqual(['"6"', 'restore product_name', 'restore supplier_name', 'restore color'])
    expect(screen.getByText('未確認 3件')).toBeVisible()
  })

  it('confirms the section of the active value with a key', async () => {
    serve(scan())
    await open()
    await userEvent.keyboard('n')
    await waitFor(() => expect(value(/^供給者名：/)).toHaveFocus())
    await userEvent.keyboard('{Shift>}C{/Shift}')
    await waitFor(() => expect(screen.getByText('3件の値を確認済みにしました。')).toBeVisible())
    expect(sent()[0]).toEqual(['"5"', 'confirm product_name', 'confirm supplier_name', 'confirm supplier_fax'])
  })

  it('counts a text with its heading once', async () => {
    const block = (key: string, text: string) => field(key, { kind: 'text', text }, { id: `text/r1/${key}`, confidence: 0.6 })
    serve(scan({ sections: [section(5, { groups: [{ key: 'text', rows: [{ id: 'r1', fields: [block('title', '消火剤'), block('body', '泡消火剤')] }] }] }), ...scan().sections] }))
    await open()
    expect(screen.getByText('未確認 4件')).toBeVisible()
    await userEvent.keyboard('n')
    await waitFor(() => expect(value(/^供給者名：/)).toHaveFocus())
    await userEvent.keyboard('nn')
    await waitFor(() => expect(value(/^消火剤：/)).toHaveFocus())
    await userEvent.keyboard('{Shift>}C{/Shift}')
    await waitFor(() => expect(screen.getByText('1件の値を確認済みにしました。')).toBeVisible())
    expect(sent()[0]).toEqual(['"5"', 'confirm text/r1/body'])
  })

  it('leaves out values that another user has changed meanwhile', async () => {
    const set = serve(scan())
    await open()
    const theirs = scan({ version: 8 })
    set({ ...theirs, sections: theirs.sections.map(one => (one.number === 9 ? section(9, { fields: [field('color', { kind: 'text', text: '黄色' }, { confidence: 0.62 })] }) : one)) })
    await choose(/60%以上/)
    await waitFor(() => expect(screen.getByText(/^2件の値を確認済みにしました。 ほかのユーザーが変更した1件は/)).toBeVisible())
    expect(sent()[1]).toEqual(['"8"', 'confirm product_name', 'confirm supplier_name'])
  })

  it('keeps unsaved input, and does not confirm it unseen', async () => {
    serve(scan())
    await open()
    await userEvent.click(value(/^供給者名：/))
    await userEvent.keyboard('{Delete}')
    await choose(/すべて/)
    await waitFor(() => expect(screen.getByText('3件の値を確認済みにしました。')).toBeVisible())
    expect(sent()[0]).toEqual(['"5"', 'confirm product_name', 'confirm supplier_fax', 'confirm color'])
    expect(value(/^供給者名：.*削除済み、未保存/)).toBeVisible()
    expect(screen.getByLabelText('未保存の変更 1件')).toBeVisible()
  })

  it('is not offered to readers', async () => {
    serve(scan({ may_edit: false }))
    await open()
    expect(screen.queryByRole('button', { name: 'まとめて確認' })).toBeNull()
    expect(screen.queryByRole('button', { name: /^未確認/ })).toBeNull()
    expect(screen.getByText('未確認 3件')).toBeVisible()
    await userEvent.keyboard('n')
    await userEvent.keyboard('{Shift>}C{/Shift}')
    expect(saved).toEqual([])
  })
})

describe('the deletion of a sheet', () => {
  const menu = async () => userEvent.click(await screen.findByRole('button', { name: 'その他の操作' }))

  it('asks first, reports it, and closes the sheet', async () => {
    serve(scan())
    const bodies: unknown[] = []
    server.use(
      http.put('*/api/v1/companies/:id/sdses/delete', async ({ request }) => {
        bodies.push(await request.json())
        return HttpResponse.json({ deleted: 1, remaining: 0, deleted_ids: ['s1'] })
      }),
      http.put('*/api/v1/companies/:id/sdses/restore', async ({ request }) => {
        bodies.push(await request.json())
        return new HttpResponse(null, { status: 204 })
      }),
    )
    await open()
    await menu()
    await userEvent.click(screen.getByRole('menuitem', { name: 'SDSを削除' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(bodies).toEqual([])
    await userEvent.click(dialog.getByRole('button', { name: '削除する' }))
    await waitFor(() => expect(closed).toHaveBeenCalled())
    expect(bodies).toEqual([{ sds_ids: ['s1'], skip_denied: false }])
    await waitFor(() => expect(screen.getByText('「トルエン」を削除しました。')).toBeVisible())
    // The drawer, which would be closed, is still open here: the notice is outside of it.
    await userEvent.click(screen.getByText('元に戻す'))
    await waitFor(() => expect(screen.getByText('「トルエン」を元に戻しました。')).toBeVisible())
    expect(bodies).toEqual([{ sds_ids: ['s1'], skip_denied: false }, { sds_ids: ['s1'] }])
  })

  it('is not offered without the permission, nor for a sheet of other departments', async () => {
    asPerson(person('editor'))
    serve(scan({ department_id_list: ['d2'], may_edit: false }))
    await open()
    await menu()
    expect(screen.queryByRole('menuitem', { name: 'SDSを削除' })).toBeNull()
  })
})

describe('what the server writes for machines', () => {
  it('is shown in words: goods without a UN number, and days in findings', async () => {
    serve(
      scan({
        findings: [{ id: 'old', severity: 'warning', detail: '最終改訂（2014-06-01）から5年以上経過しています。', fields: [] }],
        sections: [section(1, { fields: [field('product_name', { kind: 'text', text: 'トルエン' })] }), section(14, { fields: [field('un_number', { kind: 'text', text: 'not_regulated' })] })],
      }),
    )
    await open()
    expect(screen.getByText('最終改訂（2014/06/01）から5年以上経過しています。')).toBeVisible()
    expect(screen.queryByText('not_regulated')).toBeNull()
    expect(await findValue(/^国連番号：/)).not.toHaveAccessibleName(/not_regulated/)
  })
})
