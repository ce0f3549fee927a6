import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import type { Duties } from '@/shared/api/duties'
import { due } from '@/test/laws'
import { renderScreen } from '@/test/render'
import { DutiesPageView } from './DutiesPageView'

const { force: _force, because: _because, ...duty } = due()
const sds = { class_key: 'JP-ISHA/SDS/DEFAULT', law_name: { ja: '労働安全衛生法', en: '' }, category_name: { ja: '名称等を通知すべき危険物及び有害物', en: '' }, class_name: { ja: '', en: '' } }
const duties: Duties = {
  as_of: '2026-11-22',
  table_as_of: '2026-11-22',
  items: [{ ...duty, sheets: 1234, certain_sheets: 1200, filter: { duty: ['600000034'], department_id: ['d'] } }],
  changes: [{ ...sds, class_id: 300000009, from: '2027-04-01', entries: 155, sheets: 12, first_sheets: 3, filter: { law_change: ['JP-ISHA/SDS/DEFAULT@2027-04-01'] }, duty_ids: [1] }],
  announced: [{ ...duty, id: 1, kind: 'sds', what: { ja: '文書（SDS）の交付等による通知', en: '' }, article: '安衛法第57条の2' }],
}
const departments = [{ id: 'd', name: '研究部', version: 1, created_at: '', updated_at: '' }]

const show = (given: Partial<Parameters<typeof DutiesPageView>[0]> = {}) =>
  renderScreen(<DutiesPageView duties={duties} failed={false} busy={false} stale={false} onRetry={vi.fn()} departments={departments} chosen={[]} onChoose={vi.fn()} onExport={vi.fn()} saving={false} {...given} />)

it('leads from each duty to its sheets, and says how many are to be examined', async () => {
  show()
  await userEvent.click(screen.getByRole('button', { name: /作業環境測定・濃度測定/ }))
  expect(screen.getByRole('link', { name: '1,234件のSDS' })).toHaveAttribute('href', '/sds/index?duty=600000034&department_id=d')
  expect(screen.getByText('うち要確認34件')).toBeVisible()
})

it('tells what an announced change brings, for which sheets, and from when', () => {
  show()
  const day = within(screen.getByRole('region', { name: '2027/04/01' }))
  expect(day.getByRole('link', { name: '12件のSDS' })).toHaveAttribute('href', '/sds/index?law_change=JP-ISHA%2FSDS%2FDEFAULT%402027-04-01')
  expect(day.getByText('追加される物質155件、新たに該当するSDS3件')).toBeVisible()
  expect(day.getByText('必要になること：文書（SDS）の交付等による通知（安衛法第57条の2）')).toBeVisible()
  expect(day.getByRole('link', { name: /名称等を通知すべき/ })).toHaveAttribute('href', '/laws/300000009?from=2027-04-01')
})

it('is restricted to departments, and saved as a file by those who may', async () => {
  const onChoose = vi.fn()
  const onExport = vi.fn()
  show({ onChoose, onExport })
  await userEvent.click(screen.getByRole('combobox', { name: '部署' }))
  await userEvent.click(screen.getByRole('option', { name: '研究部' }))
  expect(onChoose).toHaveBeenCalledWith(['d'])
  await userEvent.click(screen.getByRole('button', { name: 'Excel' }))
  expect(onExport).toHaveBeenCalledWith('xlsx')
  cleanup()
  show({ onExport: undefined })
  expect(screen.queryByRole('button', { name: 'CSV' })).toBeNull()
})

it('says when it failed, and when there is nothing', async () => {
  const onRetry = vi.fn()
  show({ duties: undefined, failed: true, onRetry })
  await userEvent.click(screen.getByRole('button', { name: '再試行' }))
  expect(onRetry).toHaveBeenCalled()
  cleanup()
  show({ duties: { ...duties, items: [], changes: [] } })
  expect(screen.getByText('該当する義務は見つかりませんでした。')).toBeVisible()
})
