import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { asPerson, person } from '@/test/fixtures'
import { renderScreen } from '@/test/render'
import { catchFiles } from '@/test/saved'
import { server } from '@/test/server'
import { wholeSheet } from '@/test/sheets'
import { SheetContext, type SheetContextValue } from '../context'
import { SheetMenu } from './SheetMenu'

let saved: ReturnType<typeof catchFiles>

beforeEach(() => {
  saved = catchFiles()
  asPerson({ ...person(), role: { ...person().role, permissions: [...person().role.permissions, 'CREATE_SIMPLE_DOWNLOAD'] } })
})

const choose = async (version: number) => {
  renderScreen(
    <SheetContext value={{ sheet: wholeSheet() } as SheetContextValue}>
      <SheetMenu onPrint={() => undefined} />
    </SheetContext>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'その他の操作' }))
  await userEvent.click(screen.getByRole('menuitem', { name: `CREATE-SIMPLE ver.${version} 用データ` }))
}

it.each([
  [3, '*/api/v1/create_simple/v3/s1'],
  [2, '*/api/v1/create_simple/s1'],
])('saves the workbook of version %i under its name', async (version, path) => {
  const name = `CREATE-SIMPLE_v${version}_トルエン 100%.xlsx`
  server.use(
    http.get(path, () =>
      HttpResponse.arrayBuffer(new Uint8Array([80, 75, 3, 4, 255]).buffer, {
        headers: { 'Content-Disposition': `attachment; filename="_.xlsx"; filename*=UTF-8''${encodeURIComponent(name)}` },
      }),
    ),
  )
  await choose(version)
  await waitFor(() => expect(saved.map(file => file.name)).toEqual([name]))
  expect(saved[0]!.content.size).toBe(5)
})

it('explains why a sheet has none', async () => {
  const detail = '解析が完了したSDSのみCREATE-SIMPLE用データを作成できます。'
  server.use(http.get('*/api/v1/create_simple/v3/s1', () => HttpResponse.json({ code: 'create_simple.not_completed', detail }, { status: 409 })))
  await choose(3)
  expect(await screen.findByText(detail)).toBeVisible()
  expect(saved).toEqual([])
})

it('can be cancelled, and reports nothing then', async () => {
  let answer = () => undefined as void
  server.use(http.get('*/api/v1/create_simple/v3/s1', () => new Promise<Response>(resolve => (answer = () => resolve(HttpResponse.arrayBuffer(new ArrayBuffer(1)))))))
  await choose(3)
  await userEvent.click(await screen.findByRole('button', { name: 'ダウンロードを中止' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'ダウンロードを中止' })).toBeNull())
  answer()
  expect(saved).toEqual([])
  expect(screen.queryByRole('alert')).toBeNull()
})
