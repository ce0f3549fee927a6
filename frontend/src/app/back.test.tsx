import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { type ReactNode, Suspense } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { ChecklistPage } from '@/features/checklists/ChecklistPage'
import { ChecklistsPage } from '@/features/checklists/ChecklistsPage'
import { JobsPage } from '@/features/jobs/JobsPage'
import { AuditLogPage } from '@/features/security/AuditLogPage'
import { SheetErrorsPage } from '@/features/sheets/SheetErrorsPage'
import { SheetListPage } from '@/features/sheets/SheetListPage'
import { SubstancesPage } from '@/features/substances/SubstancesPage'
import { UsersPage } from '@/features/users/UsersPage'
import { asPerson, person } from '@/test/fixtures'
import { checklist, result, resultCounts } from '@/test/laws'
import { renderRoutes } from '@/test/render'
import { server } from '@/test/server'
import { sheetRow } from '@/test/sheets'

const rows = { total: 200, page: 1, limit: 50 }

beforeEach(() => {
  const me = person()
  me.role.permissions.push('CREATE_SIMPLE_DOWNLOAD')
  asPerson(me)
  const { company_id: _company, ...user } = me
  server.use(
    http.get('*/api/v1/companies/:id/sdses', () => HttpResponse.json({ ...rows, items: [sheetRow()], in_progress: 0 })),
    http.get('*/api/v1/companies/:id/substances', () => HttpResponse.json({ ...rows, items: [{ cas_number: '108-88-3', name: { ja: 'トルエン', en: 'Toluene' }, sheet_count: 3, laws: [] }] })),
    http.get('*/api/v1/companies/:id/jobs', () => HttpResponse.json({ ...rows, items: [{ id: 'j1', kind: 'export', state: 'done', stopping: false, done: 3, total: 3, notes: [], created_at: '2026-04-01T00:00:00Z', version: 1 }] })),
    http.get('*/api/v1/companies/:id/users', () => HttpResponse.json({ items: Array.from({ length: 60 }, (_, i) => ({ ...user, id: `u${i}`, email: `u${i}@example.co.jp`, is_suspended: false })), total: 60 })),
    http.get('*/api/v1/companies/:id/audit_logs', () => HttpResponse.json({ items: [] })),
    http.get('*/api/v1/dynamic_lists', () => HttpResponse.json({ ...rows, items: [checklist()] })),
    http.get('*/api/v1/dynamic_lists/l1', () => HttpResponse.json(checklist())),
    http.get('*/api/v1/dynamic_list_results/l1', () => HttpResponse.json({ ...rows, items: [result()], counts: resultCounts })),
  )
})

const toPage2 = async () => userEvent.click(await screen.findByRole('button', { name: /ページ.*2|2.*ページ/ }))
const choose = (box: string, option: string) => async () => {
  await userEvent.click(await screen.findByRole('combobox', { name: box }))
  await userEvent.click(await screen.findByRole('option', { name: option }))
}
const sortBy = (column: string) => async () => userEvent.click(await screen.findByRole('button', { name: column }))
const search = (box: RegExp) => async () => userEvent.type(await screen.findByLabelText(box), 'a')

const each: readonly (readonly [screen: string, element: ReactNode, step: () => Promise<void>, query: string])[] = [
  ['SDS list: page', <SheetListPage />, toPage2, '?page=2'],
  ['incomplete sheets: page', <SheetErrorsPage />, toPage2, '?page=2'],
  ['checklists: page', <ChecklistsPage />, toPage2, '?page=2'],
  ['results of a checklist: page', <ChecklistPage />, toPage2, '?page=2'],
  ['results of a checklist: search', <ChecklistPage />, search(/検索/), '?q=a'],
  ['substances: page', <SubstancesPage />, toPage2, '?page=2'],
  ['substances: search', <SubstancesPage />, search(/検索/), '?q=a'],
  ['jobs: page', <JobsPage />, toPage2, '?page=2'],
  ['users: page', <UsersPage />, toPage2, '?page=2'],
  ['users: order', <UsersPage />, sortBy('氏名'), '?sort=name'],
  ['users: search', <UsersPage />, search(/検索/), '?q=a'],
  ['audit log: filter', <AuditLogPage />, choose('操作の種類', 'セキュリティ'), '?category=security'],
  ['audit log: address', <AuditLogPage />, search(/IPアドレス/), '?address=a'],
]

it.each(each)('%s: a step that Back takes back', async (_, element, step, query) => {
  const router = renderRoutes([{ path: '/:listId?', element: <Suspense>{element}</Suspense> }], '/l1')
  await step()
  await waitFor(() => expect(router.state.location.search).toBe(query))
  await act(async () => router.navigate(-1))
  expect(router.state.location).toMatchObject({ pathname: '/l1', search: '' })
})
