import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, it, vi } from 'vitest'
import type { Overview } from '@/shared/api/overview'
import { asPerson, person } from '@/test/fixtures'
import { renderScreen } from '@/test/render'
import { server } from '@/test/server'
import { HomePage } from './HomePage'

const figure = (count: number, filter?: Overview['all']['filter']) => ({ count, ...(filter && { filter }) })

function overview(patch: Partial<Overview> = {}): Overview {
  return {
    as_of: '2026-11-22',
    since: '2026-10-23',
    all: figure(1040),
    mine: figure(3, { sds_assignee_id: ['u1'] } as Overview['all']['filter']),
    my_departments: figure(12),
    to_review: figure(1234, { needs_review: true } as Overview['all']['filter']),
    with_findings: figure(5),
    revision_due: figure(7, { revision_status: ['NEED_REVISION'] }),
    incomplete: figure(2, { status_group: ['impossible', 'reconfirmation'] }),
    registered: figure(4),
    new_law_hits: figure(6),
    announced_law_hits: figure(5, { law_hit_from: '2026-11-23' }),
    statuses: [{ status_group: 'completed', ...figure(30, { status_group: ['completed'] }) }],
    revisions: [{ revision_status: 'REVISED', ...figure(20, { revision_status: ['REVISED'] }) }],
    laws: [{ id: 1, code: 'JP-PRTR', name: { ja: '化管法', en: 'PRTR Act' }, ...figure(9, { law_id: [1] } as Overview['all']['filter']) }],
    law_changes: Array.from({ length: 8 }, (_, i) => ({
      class_key: `JP-PRTR/C${i}/A`,
      from: '2027-04-01',
      announced: true,
      law_name: { ja: '化管法', en: 'PRTR Act' },
      category_name: { ja: `区分${i}`, en: `Category ${i}` },
      class_name: { ja: '', en: '' },
      ...figure(i + 1, { law_change: [`JP-PRTR/C${i}/A@2027-04-01`] }),
    })),
    ...patch,
  }
}

const serve = (answer: () => Response) => server.use(http.get('*/api/v1/companies/:id/overview', answer))
const link = (name: RegExp) => screen.getByRole('link', { name })

it('every number leads to the sheets that it counts', async () => {
  asPerson()
  serve(() => HttpResponse.json(overview()))
  renderScreen(<HomePage />)
  expect(await screen.findByRole('link', { name: /^確認待ち.*1,234/ })).toHaveAttribute('href', '/sds/index?needs_review=true')
  expect(link(/^要改訂\s*7/)).toHaveAttribute('href', '/sds/index?revision_status=NEED_REVISION')
  expect(link(/^要対応\s*2/)).toHaveAttribute('href', '/sds/index/error')
  expect(link(/^自分の担当\s*3/)).toHaveAttribute('href', '/sds/index?sds_assignee_id=u1')
  expect(link(/^解析完了\s*30/)).toHaveAttribute('href', '/sds/index?status_group=completed')
  expect(link(/^最新版\s*20/)).toHaveAttribute('href', '/sds/index?revision_status=REVISED')
  expect(link(/^化管法\s*9/)).toHaveAttribute('href', '/sds/index?law_id=1')
  expect(link(/^施行予定の法令該当\s*5/)).toHaveAttribute('href', '/sds/index?law_hit_from=2026-11-23')
  // Without an order the list would begin with the user's saved filter, which may have fewer.
  expect(link(/^すべて（1,040件）/)).toHaveAttribute('href', '/sds/index?sort=-created_at')
  const changes = within(screen.getByRole('region', { name: '法令の改正' }))
  expect(changes.getByRole('link', { name: '実施すべきこと' })).toHaveAttribute('href', '/duties')
  expect(changes.getAllByRole('link')).toHaveLength(7)
  await userEvent.click(changes.getByRole('button', { name: 'ほか2件を表示' }))
  expect(changes.getAllByRole('link')).toHaveLength(9)
  expect(changes.getByRole('link', { name: /化管法 › 区分7/ })).toHaveAttribute('href', '/sds/index?law_change=JP-PRTR%2FC7%2FA%402027-04-01')
})

it.each([
  ['editor', true],
  ['viewer', false],
] as const)('without sheets a %s is told how to begin', async (role, may) => {
  asPerson(person(role))
  serve(() => HttpResponse.json(overview({ all: figure(0) })))
  renderScreen(<HomePage />)
  expect(await screen.findByText('SDSはまだ登録されていません')).toBeVisible()
  expect(screen.queryAllByRole('link', { name: 'SDSを登録' })).toHaveLength(may ? 1 : 0)
})

it('a failure is said, and can be retried', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  asPerson()
  let broken = true
  serve(() => (broken ? HttpResponse.json({ code: 'internal', detail: 'x' }, { status: 500 }) : HttpResponse.json(overview())))
  renderScreen(<HomePage />)
  expect(await screen.findByText('ホームの情報を取得できませんでした')).toBeVisible()
  broken = false
  await userEvent.click(screen.getByRole('button', { name: '再試行' }))
  expect(await screen.findByRole('link', { name: /^要改訂\s*7/ })).toBeVisible()
})

it('tells administrators whose mails are stopped, and leads to the users', async () => {
  asPerson(person('admin'))
  serve(() => HttpResponse.json(overview({ unreachable_users: 2 })))
  renderScreen(<HomePage />)
  expect(await screen.findByText(/メールを停止中のユーザーが2名/)).toBeVisible()
  expect(link(/ユーザー管理/)).toHaveAttribute('href', expect.stringContaining('/company/users'))
})

it('says nothing of mails where all arrive', async () => {
  asPerson(person('admin'))
  serve(() => HttpResponse.json(overview()))
  renderScreen(<HomePage />)
  await screen.findByText('確認待ち')
  expect(screen.queryByText(/メールを停止中/)).not.toBeInTheDocument()
})
