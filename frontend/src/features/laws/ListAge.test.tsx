import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { laws } from '@/test/laws'
import { renderScreen } from '@/test/render'
import { ListStates } from './ListAge'

const tree = { as_of: '2026-11-24', set: { version: '2026-11', entries: 3, substances: 3 }, laws }

it('names the lists past their revision rhythm and those that are not loaded, folded', async () => {
  renderScreen(<ListStates tree={tree} />)
  const overdue = screen.getByText('改正の間隔を過ぎたリスト（1件）')
  expect(screen.getByText('改正の間隔を超過')).not.toBeVisible()
  await userEvent.click(overdue)
  expect(screen.getByText('改正の間隔を超過')).toBeVisible()
  expect(screen.getByText('2025/09/19時点まで収録')).toBeVisible()
  expect(screen.getByText('収録していないリスト（1件）')).toBeVisible()
})
