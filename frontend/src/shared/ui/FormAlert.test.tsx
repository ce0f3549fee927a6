import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { FormAlert } from './FormAlert'

test('it may offer something, and be closed', async () => {
  const closed = vi.fn()
  const { rerender } = render(<FormAlert action={<button>Again</button>}>保存できません</FormAlert>)
  expect(within(screen.getByRole('alert')).getByRole('button', { name: 'Again' })).toBeVisible()
  rerender(<FormAlert onClose={closed}>保存できません</FormAlert>)
  await userEvent.click(screen.getByRole('button', { name: '閉じる' }))
  expect(closed).toHaveBeenCalledOnce()
})

test('what is wrong with a form comes into view, and again when it says something else', () => {
  const shown = vi.spyOn(Element.prototype, 'scrollIntoView')
  const { rerender } = render(<FormAlert>保存できません</FormAlert>)
  expect(shown).toHaveBeenCalledTimes(1)
  rerender(<FormAlert>保存できません</FormAlert>)
  expect(shown).toHaveBeenCalledTimes(1)
  rerender(<FormAlert>サーバーに接続できません</FormAlert>)
  expect(shown).toHaveBeenCalledTimes(2)
})
