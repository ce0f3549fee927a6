import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { Suspense } from 'react'
import { expect, it } from 'vitest'
import type { Job } from '@/shared/api/jobs'
import { page } from '@/shared/lib/browser'
import { asPerson } from '@/test/fixtures'
import { renderRoutes } from '@/test/render'
import { server } from '@/test/server'
import { JobsPage } from './JobsPage'

const at = '2026-04-01T00:00:00Z'
const later = new Date(Date.now() + 86_400_000).toISOString()

const job = (given: Partial<Job> = {}): Job => ({ id: 'j1', kind: 'export', state: 'done', stopping: false, done: 3, total: 3, notes: [], created_at: at, version: 1, ...given })
const file = (given: Partial<NonNullable<Job['file']>> = {}) => ({ name: 'SDS一覧.csv', size: 12_300, expires_at: later, ...given })

/** The user's jobs as the API returns them, each with a fresh link on request. */
function jobs(items: Job[], others: Job[] = []) {
  asPerson()
  server.use(
    http.get('*/api/v1/companies/:id/jobs', () => HttpResponse.json({ items, total: items.length, page: 1, limit: 50 })),
    http.get('*/api/v1/companies/:id/jobs/:jobId', ({ params }) => {
      const found = [...items, ...others].find(({ id }) => id === params.jobId)
      if (!found) return HttpResponse.json({ code: 'not_found', detail: '' }, { status: 404 })
      return HttpResponse.json({ ...found, ...(found.file && { file: { ...found.file, url: `https://files.example.test/${found.id}` } }) })
    }),
  )
}

const show = (path = '/jobs') => renderRoutes([{ path: '/jobs/:jobId?', element: <Suspense><JobsPage /></Suspense> }], path)

const rows = async () => within(await screen.findByRole('list', { name: '処理の一覧' })).getAllByRole('listitem').map(row => within(row))

it('shows progress and result of each job', async () => {
  jobs([
    job({ id: 'j4', kind: 'patch', state: 'running', done: 250, total: 1000 }),
    job({ id: 'j3', file: file(), ended_at: at, notes: [{ code: 'x', detail: '2件を除外しました。' }] }),
    job({ id: 'j2', kind: 'zip', state: 'failed', trouble: { code: 'job.internal', detail: '処理中に問題が発生しました。' } }),
    job({ id: 'j1', file: file({ expires_at: at }) }),
    job({ id: 'j0', kind: 'closing', state: 'running', total: 0 }),
  ])
  show()
  const [patch, exported, zip, expired, closing] = await rows()
  expect(patch!.getByRole('heading', { name: 'SDSの一括編集' })).toBeVisible()
  expect(patch!.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '25')
  expect(patch!.getByText('250 / 1,000件')).toBeVisible()
  expect(exported!.getByText('完了')).toBeVisible()
  expect(exported!.getByText('12.3 kB')).toBeVisible()
  expect(exported!.getByText('2件を除外しました。')).toBeVisible()
  expect(zip!.getByText('処理中に問題が発生しました。')).toBeVisible()
  expect(expired!.queryByRole('button')).toBeNull()
  expect(expired!.getByText('保存期間（7日間）が過ぎたため、ダウンロードできません')).toBeVisible()
  expect(closing!.queryByRole('button')).toBeNull()
  expect(screen.getByText('処理中 2件')).toBeVisible()
})

it('uses a fresh link for a download', async () => {
  jobs([job({ file: file() })])
  show()
  await userEvent.click(await screen.findByRole('button', { name: '「SDS一覧.csv」をダウンロード' }))
  await waitFor(() => expect(page.leaveFor).toHaveBeenCalledWith('https://files.example.test/j1'))
})

it('stops a job after confirmation', async () => {
  const list = [job({ state: 'running', done: 1 })]
  jobs(list)
  server.use(
    http.delete('*/api/v1/companies/:id/jobs/j1', () => {
      list[0] = job({ state: 'running', done: 1, stopping: true })
      return HttpResponse.json(list[0], { status: 202 })
    }),
  )
  show()
  await userEvent.click(await screen.findByRole('button', { name: /を中止$/ }))
  expect(screen.getByRole('alertdialog', { name: '処理を中止しますか？' })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: '中止する' }))
  expect(await screen.findByText('中止しています')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('button', { name: /を中止$/ })).toBeNull())
})

it('tries a failed job again, and follows it to its end by itself', async () => {
  const list = [job({ state: 'failed', trouble: { code: 'job.internal', detail: '処理中に問題が発生しました。' } })]
  jobs(list)
  server.use(
    http.post('*/api/v1/companies/:id/jobs/j1/retry', ({ request }) => {
      expect(request.headers.get('Idempotency-Key')).toBeTruthy()
      list[0] = job({ state: 'running', done: 1 })
      return HttpResponse.json(list[0], { status: 202 })
    }),
  )
  show()
  await userEvent.click(await screen.findByRole('button', { name: /を再試行$/ }))
  expect(await screen.findByText('1 / 3件')).toBeVisible()
  list[0] = job({ file: file() })
  expect(await screen.findByRole('button', { name: '「SDS一覧.csv」をダウンロード' })).toBeVisible()
})

it('lists what a deletion has left, and undoes the deletion', async () => {
  const list = [job({ kind: 'deletion', done: 70, total: 70, can_undo: true, left_total: 30, left: [{ id: 's1', name: '他部署の塩酸', code: 'x', detail: '権限がありません。' }] })]
  jobs(list, [job({ id: 'j2', kind: 'restoration' })])
  let undone = 0
  server.use(
    http.post('*/api/v1/companies/:id/jobs/j1/undo', () => {
      undone++
      list[0] = job({ kind: 'deletion', done: 70, total: 70 })
      return HttpResponse.json({ job_id: 'j2' }, { status: 202 })
    }),
  )
  show()
  const [row] = await rows()
  expect(row!.getByRole('heading', { name: 'SDSの一括削除' })).toBeVisible()
  await userEvent.click(row!.getByText('処理できなかったSDS（30件）'))
  expect(row!.getByText('他部署の塩酸')).toBeVisible()
  expect(row!.getByText('ほか29件はファイルをご確認ください。')).toBeVisible()
  await userEvent.click(row!.getByRole('button', { name: /を元に戻す$/ }))
  await waitFor(() => expect(screen.queryByRole('button', { name: /を元に戻す$/ })).toBeNull())
  expect(undone).toBe(1)
})

it('highlights the job in the address', async () => {
  jobs([job({ id: 'j2' }), job({ id: 'j1', kind: 'zip' })])
  show('/jobs/j1')
  const list = await screen.findByRole('list', { name: '処理の一覧' })
  expect(within(list).getAllByRole('listitem').map(row => row.getAttribute('aria-current'))).toEqual([null, 'true'])
})

it("shows a colleague's job that is not in the list", async () => {
  jobs([], [job({ id: 'j9', file: file() })])
  show('/jobs/j9')
  expect(await screen.findByRole('list', { name: 'メールのリンクの処理' })).toBeVisible()
  expect(screen.getByRole('button', { name: '「SDS一覧.csv」をダウンロード' })).toBeVisible()
})

it('reports a missing job', async () => {
  jobs([job()])
  show('/jobs/gone')
  expect(await screen.findByText('お探しの処理は見つかりません')).toBeVisible()
  expect(screen.getByRole('link', { name: 'すべての処理を表示' })).toHaveAttribute('href', '/jobs')
  expect(await rows()).toHaveLength(1)
})

it('explains the empty list', async () => {
  jobs([])
  show()
  expect(await screen.findByText('処理はまだありません')).toBeVisible()
})
