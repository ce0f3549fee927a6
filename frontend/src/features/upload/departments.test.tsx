import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, it, vi } from 'vitest'
import { invalidate } from '@/shared/api/queryClient'
import { asPerson, person } from '@/test/fixtures'
import { renderScreen } from '@/test/render'
import { server } from '@/test/server'
import { drawUpload } from '@/test/upload'
import { UploadPage } from './UploadPage'
import type { UploadPageViewProps } from './UploadPageView'

const draw = (rule: UploadPageViewProps['rule'], selected: string[], remaining?: number) =>
  drawUpload({
    items: [{ id: 'f', file: new File(['%PDF-'], 'a.pdf'), phase: 'ready', sent: 0 }],
    departments: rule === 'own' || rule === 'any' ? [{ id: 'd1', name: '製造部' }] : [],
    rule,
    selected,
    remaining,
  })

it.each([
  ['any', [], true, '登録するSDSを割り当てる部署を選択してください（任意）。'],
  ['own', ['d1'], true, 'ご自身が所属する部署から1つ以上選択してください。'],
  ['own', [], false, 'ご自身が所属する部署から1つ以上選択してください。'],
  ['none', [], true, '部署は登録されていません。'],
  ['missing', [], false, '部署に所属していないため、SDSを登録できません。所属部署の設定を管理者に依頼してください。'],
] as const)('registers by the rule %s with the departments %j: %s', async (rule, selected, may, text) => {
  draw(rule, [...selected])
  expect(await screen.findByText(text)).toBeVisible()
  const start = screen.getByText('1件を登録する')
  if (may) expect(start).toBeEnabled()
  else expect(start).toBeDisabled()
})

it.each([
  [0, 'ご契約のプランで登録できる件数に達しているため、これ以上登録できません。上限の変更についてはお問い合わせください。'],
  [1, null],
])('says before sending how many sheets the plan still allows (%i)', async (remaining, text) => {
  draw('any', [], remaining)
  const start = await screen.findByText('1件を登録する')
  if (text === null) {
    expect(start).toBeEnabled()
    expect(screen.queryByRole('link', { name: 'お問い合わせ' })).toBeNull()
    return
  }
  expect(screen.getByText(text)).toBeVisible()
  expect(screen.getByRole('link', { name: 'お問い合わせ' })).toBeVisible()
  expect(start).toBeDisabled()
})

it('keeps the chosen departments while another screen is open, without those that are gone by then', async () => {
  asPerson(person('admin'))
  let departments = [{ id: 'd1', name: '製造部' }, { id: 'd2', name: '品質保証部' }, { id: 'd3', name: '研究所' }]
  server.use(http.get('*/api/v1/companies/:id/departments', () => HttpResponse.json({ items: departments, total: departments.length })))
  renderScreen(<UploadPage />)
  for (const name of ['製造部', '品質保証部']) {
    await userEvent.click(await screen.findByRole('combobox', { name: '部署' }))
    await userEvent.click(await screen.findByRole('option', { name }))
    await userEvent.keyboard('{Escape}')
  }
  const chosen = () => screen.queryAllByRole('button', { name: /^(製造部|品質保証部|研究所)$/ }).map(({ textContent }) => textContent)
  expect(chosen()).toEqual(['製造部', '品質保証部'])
  cleanup()
  departments = departments.slice(1)
  await invalidate('departments')
  renderScreen(<UploadPage />)
  await waitFor(() => expect(chosen()).toEqual(['品質保証部']))

  // Taken away again: none is a choice, too.
  await userEvent.click(screen.getByRole('combobox', { name: '部署' }))
  await userEvent.click(await screen.findByRole('option', { name: '品質保証部' }))
  cleanup()
  renderScreen(<UploadPage />)
  expect(await screen.findByRole('combobox', { name: '部署' })).toBeVisible()
  expect(chosen()).toEqual([])
})

it.each([
  ['to their own departments', person('editor').departments, 'ご自身が所属する部署から1つ以上選択してください。'],
  ['nothing without one', [], '所属する部署がありません。'],
] as const)('an editor registers %s where the departments of the company cannot be read', async (_, departments, text) => {
  vi.spyOn(console, 'error').mockReturnValue()
  asPerson({ ...person('editor'), departments: [...departments] })
  server.use(http.get('*/api/v1/companies/:id/departments', () => HttpResponse.json({ code: 'internal', detail: 'x' }, { status: 500 })))
  renderScreen(<UploadPage />)
  expect(await screen.findByText(text)).toBeVisible()
})
