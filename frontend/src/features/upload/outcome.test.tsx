import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { LikeSheets } from '@/shared/api/revisions'
import { drawUpload } from '@/test/upload'

const sheet = (id: string, given: Partial<LikeSheets> = {}): LikeSheets => ({
  id, name: id, supplier: '', product_name: '', product_code_list: [], issued_at: '', revised_at: '', created_at: '2026-11-26T00:00:00Z', file_name: `${id}.pdf`, status_group: 'completed', pending: false, sds_list: [], ...given,
})

const draw = (likes: readonly LikeSheets[] | undefined) =>
  drawUpload({ items: ['a', 'b'].map(id => ({ id, file: new File(['%PDF-'], `${id}.pdf`), phase: 'done', sent: 5, sheetId: id, target: { companyId: 'c', departmentIds: [] } })), likes })

it('a registered file opens its sheet, and says how its analysis is getting on', async () => {
  const detail = 'PDFがパスワードで保護されています。'
  draw([sheet('a'), sheet('b', { status_group: 'impossible', reason: { code: 'analysis.encrypted', detail } })])
  const [first, second] = (await screen.findAllByRole('listitem')).map(row => within(row))
  expect(first?.getByText('解析完了')).toBeVisible()
  expect(first?.getByRole('link', { name: 'a.pdf' })).toHaveAttribute('href', expect.stringContaining('sheet=a'))
  expect(second?.getByText('解析不可')).toBeVisible()
  expect(second?.getByText(detail)).toBeVisible()
  expect(screen.getByText('2件のSDSを登録しました。うち1件は対応が必要です。')).toBeVisible()
  expect(screen.getByRole('link', { name: '要対応SDSを見る' })).toHaveAttribute('href', '/sds/index/error')
})

it('until that is known, it is but registered', async () => {
  draw(undefined)
  expect(await screen.findAllByText('登録済み')).toHaveLength(2)
  expect(screen.getByRole('link', { name: 'SDS一覧を見る' })).toBeVisible()
})
