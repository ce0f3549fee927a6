import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import type { SheetEdit, WholeSheet } from '@/shared/api/sheets'
import { asPerson, person } from '@/test/fixtures'
import { laws, sheetLaws } from '@/test/laws'
import { drawPdfAs } from '@/test/pdfPane'
import { renderScreen } from '@/test/render'
import { server } from '@/test/server'
import { pdfAnswers } from '@/test/sheetApi'
import { wholeSheet } from '@/test/sheets'
import { findValue, value } from '@/test/values'
import { loadEditors } from './later'
import { SheetDrawer } from './SheetDrawer'

const saved: SheetEdit[] = []

function serve(sheet: WholeSheet) {
  server.use(
    http.get('*/api/v1/companies/:id/sdses/s1', () => HttpResponse.json(sheet)),
    http.get('*/api/v1/companies/:id/sdses/s1/laws', () => HttpResponse.json(sheetLaws())),
    http.get('*/api/v1/laws', () => HttpResponse.json({ as_of: '2026-04-01', set: { version: '1', entries: 1, substances: 1 }, laws })),
    ...pdfAnswers,
    http.get('*/api/v1/companies/:id/departments', () =>
      HttpResponse.json({ items: [{ id: 'd1', name: '製造部' }, { id: 'd2', name: '研究部' }, { id: 'd3', name: '品質部' }], total: 3 }),
    ),
    http.put('*/api/v1/companies/:id/sdses/s1', async ({ request }) => {
      saved.push((await request.json()) as SheetEdit)
      return HttpResponse.json({ ...sheet, version: sheet.version + 1 })
    }),
  )
}

const open = async () => {
  renderScreen(<SheetDrawer sheetId="s1" onClose={() => undefined} />)
  await findValue(/^製品名：/)
  await findValue(/^引火点：/)
}

beforeEach(loadEditors)
beforeEach(() => {
  saved.length = 0
  drawPdfAs(({ onDownload }) => <div data-testid="pdf">{onDownload ? 'to save' : 'to look at'}</div>)
})

describe('the permitted actions on a sheet', () => {
  it.each([
    ['viewer', 'to look at', false],
    ['downloadable_viewer', 'to save', true],
  ] as const)('offers a %s the PDF %s', async (role, pdf, button) => {
    asPerson(role === 'viewer' ? person('viewer') : { ...person('viewer'), role: { id: 1, name: role, permissions: ['SDS_READ', 'SDS_DOWNLOAD'] } })
    serve(wholeSheet({ may_edit: false, may_request: false }))
    await open()
    expect(await screen.findByText(pdf)).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'その他の操作' }))
    expect(screen.queryByRole('menuitem', { name: 'PDFをダウンロード' }) !== null).toBe(button)
  })

  it('keeps other departments fixed for editors', async () => {
    asPerson({ ...person('editor'), departments: [{ id: 'd1', name: '製造部' }, { id: 'd3', name: '品質部' }] })
    serve(wholeSheet({ department_id_list: ['d1', 'd2'] }))
    await open()
    const field = await screen.findByLabelText('部署')
    expect(await screen.findByText('所属していない部署は変更できません。')).toBeVisible()
    const chips = within(field.closest<HTMLElement>('.MuiAutocomplete-root') ?? document.body)
    expect(chips.getByText('研究部').closest('.MuiChip-root')?.querySelector('.MuiChip-deleteIcon')).toBeNull()
    expect(chips.getByText('製造部').closest('.MuiChip-root')?.querySelector('.MuiChip-deleteIcon')).not.toBeNull()
    // Backspace removes the last removable one; clearing keeps the fixed ones.
    await userEvent.type(field, '{Backspace}{Backspace}{Backspace}')
    expect(chips.getByText('研究部')).toBeVisible()
    expect(chips.queryByText('製造部')).toBeNull()
    await userEvent.type(field, '品質')
    await userEvent.click(await screen.findByText('品質部'))
    await userEvent.keyboard('{Escape}{Control>}s{/Control}')
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(saved[0]?.department_id_list).toContain('d2')
    expect(saved[0]?.department_id_list).toContain('d3')
  })

  it('reports a wrong check digit while typing, and accepts it all the same', async () => {
    asPerson()
    serve(wholeSheet())
    await open()
    await userEvent.dblClick(value(/CAS番号：108-88-3/))
    const input = await screen.findByLabelText(/CAS番号$/)
    await userEvent.type(input, '67-64-')
    expect(screen.queryByText(/チェックディジット/)).not.toBeInTheDocument()
    await userEvent.type(input, '2')
    expect(screen.getByText(/「67-64-2」のチェックディジットが一致しません/)).toBeVisible()
    await userEvent.type(input, '{Backspace}1')
    expect(screen.queryByText(/チェックディジット/)).not.toBeInTheDocument()
    await userEvent.type(input, '{Backspace}2{Enter}')
    expect(screen.getByText(/「67-64-2」のチェックディジットが一致しません/)).toBeVisible()
    await userEvent.type(input, '{Enter}')
    await userEvent.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(saved[0]?.fields?.[0]?.value?.list).toEqual(['108-88-3', '67-64-2'])
  })
})
