import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import type { ComparedSheet, LikeSheet } from '@/shared/api/revisions'
import { asPerson } from '@/test/fixtures'
import { renderScreen } from '@/test/render'
import { server } from '@/test/server'
import { LikeNotice } from './LikeNotice'

const sheet = (given: Partial<ComparedSheet> = {}): ComparedSheet => ({
  id: 's1', name: 'トルエン 2024', product_name: 'トルエン', product_code_list: ['T-100'], supplier: '東西化学', issued_at: '', revised_at: '2024-10-01', created_at: '2026-04-01T00:00:00Z', file_name: 'new.pdf',
  ...given,
})
const other = (given: Partial<LikeSheet> = {}): LikeSheet => ({
  ...sheet({ id: 's2', name: 'トルエン 2021', revised_at: '2021-04-01', file_name: 'old.pdf' }),
  reasons: ['same_code', 'same_name'], order: 'newer', joins_as: 'newer', newer_id: 's1', older_id: 's2', ...given,
})

/** Records the changes that are sent. */
function serve(refused?: string) {
  const sent: string[] = []
  const answer = async ({ request }: { request: Request }) => {
    sent.push(`${request.method} ${new URL(request.url).pathname.replace(/^.*\/sdses\//, '')} ${await request.text()}`.trim())
    return refused ? HttpResponse.json({ detail: refused, code: 'sheet.superseded', fields: [] }, { status: 409 }) : new HttpResponse(null, { status: 204 })
  }
  server.use(
    http.put('*/api/v1/companies/:id/sdses/:sheet/older_version', answer),
    http.delete('*/api/v1/companies/:id/sdses/:sheet/older_version', answer),
    http.put('*/api/v1/companies/:id/sdses/:sheet/unrelated_sdses', answer),
  )
  return sent
}

const show = (like: LikeSheet[], given: Partial<Parameters<typeof LikeNotice>[0]> = {}) => renderScreen(<LikeNotice sheet={sheet()} like={like} mayEdit {...given} />)

beforeEach(() => asPerson())

it('says of which sheet it is probably a version, and why', async () => {
  show([other(), other({ id: 's3' })])
  expect(await screen.findByText('既に登録されているSDSの新しい版の可能性があります：')).toBeVisible()
  expect(screen.getByRole('link', { name: 'トルエン 2021' })).toHaveAttribute('href', '/?sheet=s2')
  expect(screen.getByText('製品コードが一致、製品名と供給者が一致、改訂日 2021/04/01、ほか1件')).toBeVisible()
})

it.each([
  ['older', '既に登録されているSDSの古い版の可能性があります：'],
  ['unknown', '既に登録されているSDSと同じ製品の可能性があります：'],
] as const)('says so of an %s one', async (order, text) => {
  show([other({ order })])
  expect(await screen.findByText(text)).toBeVisible()
})

it('offers nothing to those who may not edit', async () => {
  show([other({ newer_id: undefined, older_id: undefined })], { mayEdit: false })
  await screen.findByRole('link')
  expect(screen.queryAllByRole('button')).toEqual([])
})

it('compares the two, joins them, and takes it back', async () => {
  const sent = serve()
  show([other()])
  await userEvent.click(await screen.findByRole('button', { name: /の改訂版として登録/ }))
  const dialog = within(await screen.findByRole('dialog', { name: '改訂版として登録' }))
  const revised = dialog.getByRole('row', { name: '改訂日 2021/04/01 2024/10/01' })
  expect(revised).toBeVisible()
  expect(dialog.getByText('旧版から引き継ぐ項目（新しい版の内容はそのまま残ります）：部署、タグ')).toBeVisible()
  expect(dialog.queryByText(/新旧を判断できない/)).toBeNull()
  await userEvent.click(dialog.getByRole('button', { name: '改訂版として登録する' }))
  expect(await screen.findByText('「トルエン 2024」を「トルエン 2021」の改訂版として登録しました。')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: '元に戻す' }))
  expect(await screen.findByText('別々のSDSに戻しました。引き継いだ項目は残ります。')).toBeVisible()
  expect(sent).toEqual(['PUT s1/older_version {"older_id":"s2"}', 'DELETE s1/older_version'])
})

it('says by what it takes one for the newer, and shows a refusal in the dialog', async () => {
  const sent = serve('より新しい版が登録されているSDSです。')
  show([other({ order: 'unknown', joins_as: 'older', revised_at: '', newer_id: 's2', older_id: 's1' })])
  await userEvent.click(await screen.findByRole('button', { name: /の改訂版として登録/ }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByRole('row', { name: '改訂日 2024/10/01 記載なし' })).toBeVisible()
  expect(dialog.getByText(/新旧を判断できない/)).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: '改訂版として登録する' }))
  expect(await dialog.findByText('より新しい版が登録されているSDSです。')).toBeVisible()
  expect(sent).toEqual(['PUT s2/older_version {"older_id":"s1"}'])
})

it('remembers that it is another product', async () => {
  const sent = serve()
  show([other()])
  await userEvent.click(await screen.findByRole('button', { name: '「トルエン 2021」とは別の製品です' }))
  await waitFor(() => expect(sent).toEqual(['PUT s1/unrelated_sdses {"sds_ids":["s2"]}']))
  expect(await screen.findByText('「トルエン 2021」を候補から除きました。')).toBeVisible()
})

it('offers to delete the sheet of the same file, or to keep it', async () => {
  let deleted = 0
  show([other({ reasons: ['same_file', 'same_code'], newer_id: undefined, older_id: undefined })], { onDelete: () => deleted++ })
  expect(await screen.findByText('既に登録されているSDSと同じ内容のファイルです：')).toBeVisible()
  expect(screen.queryByRole('button', { name: /版の関係/ })).toBeNull()
  expect(screen.getByRole('button', { name: '「トルエン 2021」と同じファイルをこのまま残す' })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'このSDSを削除' }))
  expect(deleted).toBe(1)
})
