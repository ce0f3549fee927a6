import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { sheetNumbers } from '@/test/laws'
import { renderScreen } from '@/test/render'
import { LawNumbers } from './LawNumbers'

it('shows the numbers of an ingredient, and tells none from not recorded', () => {
  renderScreen(<LawNumbers numbers={sheetNumbers()} />)
  expect(screen.getAllByRole('row').map(row => row.textContent)).toEqual([
    '成分化審法 官報公示整理番号安衛法 官報公示整理番号化管法 管理番号',
    'トルエン108-88-33-23-60なし未収録',
  ])
  expect(screen.getByText('化審法 官報公示整理番号：J-CHECK（2026/07時点、一部の物質のみ収録）／安衛法 官報公示整理番号：MHLW（2026/07/01時点）／化管法 管理番号：リスト未収録')).toBeVisible()
})

it('folds what is beyond ten ingredients', async () => {
  const ingredients = Array.from({ length: 12 }, (_, row) => ({ row, name: `成分${row}`, cas_numbers: [], cscl: [], isha: [], prtr: [] }))
  renderScreen(<LawNumbers numbers={sheetNumbers({ ingredients })} />)
  expect(screen.getAllByRole('row')).toHaveLength(11)
  await userEvent.click(screen.getByRole('button', { name: '12成分をすべて表示' }))
  expect(screen.getAllByRole('row')).toHaveLength(13)
})

it('is not there without ingredients', () => {
  renderScreen(<LawNumbers numbers={sheetNumbers({ ingredients: [] })} />)
  expect(screen.queryByRole('table')).toBeNull()
})
